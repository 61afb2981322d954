// boardgame.io as its documentation runs it, each action kept in PostgreSQL.
//   node server.js PORT POSTGRES_URL
const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");
const game = require("./game.js");

process.stdin.on("end", () => process.exit()).resume(); // the bench was killed

const [port, url] = process.argv.slice(2);
const db = new PostgresStore(url, { logging: false });
Server({ games: [game], db, origins: [/.*/] }).run({ port: Number(port), callback: () => console.log("ready") });
