"""The printed report: figures beside their baselines."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass

from tests.bench.baselines import Baseline, Echoed
from tests.bench.steady_play import Result
from tests.bench.usage import percentile

AIM_CPU = 0.0066  # CPU seconds of a known framework for a durable move seen by four
STRETCH_CPU = 0.0035
AIM_P99 = 0.050
AIM_MEMORY = 5_000_000


@dataclass
class Played:
    """The measurements of a lane."""

    result: Result
    parts: dict[str, float]  # CPU seconds per action of each process
    idle: float  # CPU seconds per second without actions
    sockets: int
    memory_per_100: float
    # Bytes with a fifth of the sockets, which are not counted in `memory_per_100`.
    memory_before: float
    stolen: float  # share of the cores' time that the host gave to others

    @property
    def cpu(self) -> float:
        return sum(self.parts.values())

    def shares(self) -> str:
        """Return the CPU time per process in words, without idle processes."""
        return ", ".join(f"{name} {_ms(cpu)}" for name, cpu in self.parts.items() if cpu > 5e-5)


def show(lane: str, wish: Namespace, played: Played, commits: Baseline, echoed: Echoed) -> None:
    result, heard = played.result, echoed.result
    print(f"\n{lane}: {wish.matches} matches of four, {played.sockets} sockets")
    rows = [
        ("actions", f"{result.done}", f"refused {dict(result.refused)}, unseen {result.unheard}"),
        ("rate", f"{result.done / result.seconds:.0f}/s", f"wished {wish.rate:.0f}/s"),
        ("answer p50 / p99", _pair(result.answer), "the click's own answer"),
        ("all four p50 / p99", _pair(result.everybody), f"aim p99 {_ms(AIM_P99)}"),
        ("  bare echo p50 / p99", _pair(heard.everybody), f"p99 x{_times(result, heard):.1f}"),
        ("CPU an action", _ms(played.cpu), f"aim {_ms(AIM_CPU)}, stretch {_ms(STRETCH_CPU)}"),
        ("  of it", "", played.shares()),
        ("  bare echo", _ms(echoed.cpu), f"action x{_ratio(played.cpu, echoed.cpu):.1f}"),
        ("  durable commit", _ms(commits.cpu), f"action x{_ratio(played.cpu, commits.cpu):.1f}"),
        ("durable commits", f"{commits.rate:.0f}/s", "one connection"),
        ("  by CPU, one core", f"{_ratio(1, played.cpu):.0f}/s", "actions at most"),
        ("idle CPU", f"{played.idle * 100:.1f} %", "of a core, all processes, left out above"),
        ("stolen", f"{played.stolen:.0%}", "of the cores' time: the host gave it to others"),
        (
            "memory / 100 sockets",
            f"{played.memory_per_100 / 1e6:.1f} MB",
            f"aim {AIM_MEMORY / 1e6:.0f} MB; with the first fifth"
            f" {played.memory_before / 1e6:.0f} MB",
        ),
        ("  bare echo", f"{echoed.memory_per_100 / 1e6:.1f} MB", "the same of 100 bare sockets"),
    ]
    for name, value, note in rows:
        print(f"  {name:24}{value:>22}   {note}")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


def _pair(values: list[float]) -> str:
    return f"{_ms(percentile(values, 0.5))} / {_ms(percentile(values, 0.99))}"


def _ratio(value: float, base: float) -> float:
    return value / base if base else float("nan")


def _times(result: Result, heard: Result) -> float:
    return _ratio(percentile(result.everybody, 0.99), percentile(heard.everybody, 0.99))
