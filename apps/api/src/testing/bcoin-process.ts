/**
 * A full node that others wrote: bcoin on regtest, in memory and without peers. Started as a program by tests, it ends when its standard
 * input does.
 */
import { createRequire, registerHooks } from "node:module";

// The database on disk would have to be compiled. In memory any module can have its place.
registerHooks({
  resolve: (name, context, next) => next(name === "leveldown" ? "node:events" : name, context),
});
// As for its other parts that would have to be compiled.
process.env["NODE_BACKEND"] = "js";

interface FullNode {
  readonly ensure: () => Promise<void>;
  readonly open: () => Promise<void>;
}

const require = createRequire(import.meta.url);
const { FullNode } = require("bcoin") as {
  readonly FullNode: new (options: object) => FullNode;
};
const [, , port, apiKey] = process.argv;
const node = new FullNode({
  network: "regtest",
  memory: true,
  workers: false,
  listen: false,
  httpHost: "127.0.0.1",
  httpPort: Number(port),
  apiKey,
});
await node.ensure();
await node.open();
process.stdin.on("end", () => process.exit(0)).resume();
console.log("up");
