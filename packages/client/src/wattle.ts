#!/usr/bin/env node
/** The program `wattle`, for customers' developers. */
import { env } from "node:process";
import { runCommand } from "./command/command.ts";
import { pause } from "./retrying-fetch.ts";

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());

process.exitCode = await runCommand(
  process.argv.slice(2),
  {
    env,
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    fetch: (request) => globalThis.fetch(request),
    now: () => Date.now(),
    pause,
  },
  ending.signal,
);
