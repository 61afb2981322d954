"""Types are compiled by one thread at a time: a race would crash the process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# New types that refer to one another, used at once by threads that switch all the time. In a
# process of its own, since a failure crashes it.
PROGRAM = """
import sys, threading, types
from games.engine.codec import build, decode

PARTS = "".join(f"    f{i}: 'int | None' = None\\n" for i in range(20))
SOURCE = "import msgspec\\nclass M0(msgspec.Struct, frozen=True):\\n" + PARTS
for k in range(1, 12):
    SOURCE += f"class M{k}(msgspec.Struct, frozen=True):\\n" + "".join(
        f"    g{i}: 'dict[str, tuple[M0, ...]]' = {{}}\\n    h{i}: 'M{k - 1} | None' = None\\n"
        for i in range(6)
    )
sys.setswitchinterval(1e-6)

def use(module, start, done):
    start.wait()
    for name in ("M11", "M10", "M9", "M5"):
        kind = getattr(module, name)
        assert decode(b'{"h0": {"h0": {}}}', kind) == build({"h0": {"h0": {}}}, kind)
    done.append(module)

for turn in range(60):
    module = sys.modules[f"kinds{turn}"] = types.ModuleType(f"kinds{turn}")
    exec(SOURCE, module.__dict__)
    start, done = threading.Barrier(4), []
    threads = [threading.Thread(target=use, args=(module, start, done)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 4
"""


def test_a_type_is_registered_while_other_threads_use_it() -> None:
    root = Path(__file__).parents[3]
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=root, capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr[-500:] or f"ended by signal {-ran.returncode}"
