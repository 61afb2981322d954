"""Random auctions and weeks, small enough to inspect."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from auctions.rules.bots.crowd import bids_of, kinds_of, loan_of
from auctions.rules.bots.sight import BotSeat, Stage
from auctions.rules.commands import PlaceBid, SetLoan
from auctions.rules.lineup import Lot, Lots, lineup_seed, make_lineup
from auctions.rules.options import VeniceOptions
from auctions.rules.record import VeniceRecord, entry_of, record_of
from auctions.rules.resolution import Bid
from auctions.rules.schedule import AUCTIONS, fast_instants
from auctions.rules.week import Week
from games.engine.record import SeatName

START = datetime(2026, 11, 18, 12, tzinfo=UTC)
ITEMS = ("opera", "senator", "war-galley", "procurator")


class Dice:
    """Randomness for bots: the same seed gives the same numbers."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


class Small:
    """A small auction with many ties and little money."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.auction = random.randrange(7)
        self.secret = f"{random.getrandbits(256):064x}"
        self.lots = tuple(
            Lot(item=item, units=random.randint(1, 6))
            for item in random.sample(ITEMS, random.randint(1, 3))
        )
        seats = range(random.randint(1, 5))
        self.purses = {seat: random.choice((0, 3, 8, 15, 40)) for seat in seats}
        self.bids: list[Bid] = []
        for place, lot in enumerate(self.lots):
            for seat in seats:
                self._bid(random, place, lot, seat)
        random.shuffle(self.bids)

    def _bid(self, random: Random, place: int, lot: Lot, seat: int) -> None:
        left = lot.units
        for price in random.sample(range(1, 7), random.randint(0, 3)):
            if left:
                units = random.randint(1, left)
                left -= units
                self.bids.append((place, seat, price, units))


def new_week(players: int, seed: int, *, cap: int = 200) -> Week:
    """Return a week at its start, at the fast pace with ten minutes between auctions."""
    secret = f"{Random(seed).getrandbits(256):064x}"
    return Week(
        players=players,
        secret=secret,
        start=START,
        instants=fast_instants(START, 10),
        lots=make_lineup(players, lineup_seed(secret)).auctions,
        cap=cap,
    )


def played_week(players: int, seed: int, auctions: int = AUCTIONS) -> Week:
    """Return a week of bots with some auctions resolved, and bids for the next one."""
    week, dice = new_week(players, seed), Dice(seed)
    kinds = kinds_of("mixed", players, dice)
    eve = Stage(0, week.lots, week.players, week.cap)
    for seat, kind in enumerate(kinds):
        week.carry_out(SetLoan(amount=loan_of(kind, eve, dice)), seat, START)
    for auction in range(AUCTIONS):
        bid_all(week, auction, kinds, dice)
        if auction == auctions:
            break
        week.resolve_due(week.instants[auction])
    return week


def bid_all(week: Week, auction: int, kinds: list[str], dice: Dice) -> None:
    stage = Stage(auction, week.lots, week.players, week.cap)
    for seat, kind in enumerate(kinds):
        bot = BotSeat(
            seat,
            kind,
            loan=week.ledger.loans[seat],
            purse=week.ledger.purses[seat],
            held=week.ledger.held(seat),
            resources=week.ledger.resources(seat),
        )
        at = week.instants[auction - 1] if auction else START
        for place, price, units in bids_of(stage, bot, dice):
            item = stage.lots[place].item
            week.carry_out(PlaceBid(auction=auction, item=item, price=price, units=units), seat, at)


def record_of_week(week: Week) -> VeniceRecord:
    """Return the record of a finished week."""
    entries = [
        entry_of(
            auction,
            instant=week.instants[auction],
            lots=week.lots[auction],
            bids=list(week.in_force(auction)),
            awards=result.awards,
        )
        for auction, result in enumerate(week.results)
    ]
    return record_of(
        name="A week",
        secret=week.secret,
        seats=[SeatName(seat=seat, name=f"player {seat}") for seat in range(week.players)],
        options=VeniceOptions(pace="fast", cap=week.cap),
        start=week.start,
        instants=week.instants,
        loans=[week.ledger.loans[seat] for seat in range(week.players)],
        entries=entries,
        realized=week.realized,
        lines=week.lines,
    )


def lots(*pairs: tuple[str, int]) -> Lots:
    return tuple(Lot(item=item, units=units) for item, units in pairs)


class Middle:
    """Randomness that always returns the middle, for prices computed by hand."""

    def below(self, bound: int) -> int:
        return bound // 2
