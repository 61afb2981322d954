// A game as large as one of the house: a view of 19 KB, of which an action changes half a KB.
const KEPT = 18_500;
const CHANGED = 500;

const words = (length, seed) => Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * 7 + seed) % 26))).join("");

module.exports = {
  name: "bench",
  setup: () => ({ kept: words(KEPT, 1), changed: words(CHANGED, 2) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { act: ({ G, ctx }) => ({ ...G, changed: words(CHANGED, ctx.turn) }) },
};
