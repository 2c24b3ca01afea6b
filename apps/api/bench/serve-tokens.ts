/** The server for one half of `token-requests.ts`: `noted` as it is, `unnoted` without a log of tokens' requests. Prints its port. */
import type { AddressInfo } from "node:net";
import { createApp } from "../src/app.ts";
import { startBackgroundWork } from "../src/background.ts";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { HTTP_TIMES } from "../src/http/server.ts";

const config = readConfig(process.env);
const made = await createServices(config, { logTo: { write: () => undefined } });
const services =
  process.argv[2] === "unnoted"
    ? { ...made, tokenRequests: { note: () => undefined, write: () => Promise.resolve() } }
    : made;
const app = await createApp(services, HTTP_TIMES);
startBackgroundWork(services);
await app.listen({ host: config.HOST, port: 0 });
console.log((app.server.address() as AddressInfo).port);
