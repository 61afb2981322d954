// Four people at each of some matches, who act at a steady rate; each action is timed from the click to
// the last of the four screens. Prints its measurements as a line of JSON.
//   node players.js URL MATCHES RATE ACTIONS
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const game = require("./game.js");

const [server, matches, rate, actions] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const SEATS = ["0", "1", "2", "3"];
const PATIENCE = 5_000; // ms, after which a move that nobody was shown is made again
const LONGEST = 60_000; // ms, after which a screen that missed a move ends the measurement

async function ask(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Somebody who sits there and was sent the match; null where the server has lost that they joined. */
async function seated(matchID, playerID) {
  const { playerCredentials: credentials } = await ask(`/games/bench/${matchID}/join`, { playerID, playerName: playerID });
  const client = Client({ game, matchID, playerID, credentials, numPlayers: 4, debug: false, multiplayer: SocketIO({ server }) });
  client.start();
  const end = performance.now() + PATIENCE;
  while (client.getState() === null && performance.now() < end) await new Promise((on) => setTimeout(on, 20));
  if (client.getState() !== null) return client;
  client.stop();
  return null;
}

async function table() {
  const { matchID } = await ask("/games/bench/create", { numPlayers: 4 });
  const clients = [];
  for (const seat of SEATS) clients.push(await seated(matchID, seat)); // two who join at once lose one
  if (!clients.includes(null)) return clients;
  for (const one of clients) one?.stop();
  return table();
}

/** Until this screen shows a state from after `stateID`. */
function shows(client, stateID) {
  return new Promise((done) => {
    let stop = null;
    stop = client.subscribe((state) => {
      if (!state || state._stateID <= stateID) return;
      setTimeout(() => stop());
      done();
    });
  });
}

async function act(clients) {
  const { ctx, _stateID } = clients[0].getState();
  const actor = clients[Number(ctx.currentPlayer)];
  const others = clients.filter((one) => one !== actor);
  const clicked = performance.now();
  const seen = Promise.all(others.map((one) => shows(one, _stateID)));
  actor.moves.act();
  // A busy server may refuse a move of a state that it has not stored yet, and tells nobody.
  const again = setInterval(() => actor.moves.act(), PATIENCE);
  const end = setTimeout(() => {
    console.error("a screen has missed a move: measure again");
    process.exit(1);
  }, LONGEST);
  await seen;
  clearInterval(again);
  clearTimeout(end);
  return performance.now() - clicked;
}

async function play(tables, count) {
  const took = [];
  const free = [...tables];
  let due = performance.now();
  const under = new Set();
  for (let number = 0; number < count; number++) {
    due += 1000 / rate;
    await new Promise((on) => setTimeout(on, Math.max(0, due - performance.now())));
    while (!free.length) await Promise.race(under);
    const clients = free.shift();
    const one = act(clients).then((ms) => {
      took.push(ms);
      free.push(clients);
      under.delete(one);
    });
    under.add(one);
  }
  await Promise.all(under);
  return took;
}

process.stdin.on("end", () => process.exit()); // the bench was killed
const line = () => new Promise((on) => process.stdin.once("data", on));

async function main() {
  const tables = [];
  for (let number = 0; number < matches; number++) tables.push(await table());
  await play(tables, matches * SEATS.length);
  console.log("warm");
  await line(); // whoever measures reads the meter
  const took = (await play(tables, actions)).sort((a, b) => a - b);
  const at = (share) => took[Math.min(took.length - 1, Math.floor(share * took.length))];
  console.log(JSON.stringify({ done: took.length, p50: at(0.5), p99: at(0.99) }));
  process.exit(0);
}

main();
