import { parseArgs } from "node:util";
import { createWattle, type Wattle } from "../rest.ts";
import type { Fetch } from "../retrying-fetch.ts";
import { listen } from "./listen.ts";
import { Refusal } from "./refusal.ts";
import { isSecret, newSecret } from "./sign-webhook.ts";

/** The world around a command; tests have their own. */
export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Waits so many milliseconds; ends with the signal's reason. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const USAGE = `Usage:
  wattle listen --forward-to URL   sends each event of your account to URL, signed as a webhook
  wattle trigger TYPE              has a demo send a made-up event, such as deposit.completed

Options:
  --url URL         address of the exchange; else the variable WATTLE_URL
  --token TOKEN     API token with the scope read (listen) or webhooks (trigger); else WATTLE_TOKEN
  --secret SECRET   whsec_… to sign with; else a new one, printed at the start`;

const OPTIONS = {
  url: { type: "string" },
  token: { type: "string" },
  secret: { type: "string" },
  "forward-to": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Wrong words on the command line. */
class UsageError extends Error {}

function webAddress(text: string | undefined, name: string): string {
  if (text === undefined || text === "") throw new UsageError(`${name} is missing`);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new UsageError(`${name} takes an address like https://example.com, and got ${text}`);
  }
  return text;
}

interface Options {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly secret?: string | undefined;
  readonly "forward-to"?: string | undefined;
  readonly help?: boolean | undefined;
}

function parse(words: readonly string[]): {
  readonly values: Options;
  readonly positionals: readonly string[];
} {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function clientOf({ url, token }: Options, { env, fetch }: Outside): Wattle {
  const address = webAddress(url ?? env["WATTLE_URL"], "--url (or WATTLE_URL)");
  const shown = token ?? env["WATTLE_TOKEN"] ?? "";
  if (shown === "") throw new UsageError("--token (or WATTLE_TOKEN) is missing");
  if (!/^[\x21-\x7e]+$/.test(shown)) throw new UsageError("--token (or WATTLE_TOKEN) is no token");
  return createWattle({ url: address, token: shown, retries: 0, fetch });
}

async function trigger(wattle: Wattle, type: string, { print }: Outside): Promise<void> {
  // The exchange knows its types, and newer ones than this program.
  const body = { type: type as "deposit.completed" };
  const { data, error, response } = await wattle.POST("/api/events/trigger", { body });
  if (data === undefined) throw new Refusal(response, error);
  print(`${data.data.type} ${data.data.id}`);
}

async function dispatch(words: readonly string[], outside: Outside, signal: AbortSignal): Promise<void> {
  const { values, positionals } = parse(words);
  const [command, type, ...more] = positionals;
  if (values.help === true) return outside.print(USAGE);
  if (command === "trigger" && type !== undefined && more.length === 0) {
    return trigger(clientOf(values, outside), type, outside);
  }
  if (command !== "listen" || type !== undefined) throw new UsageError("This is no command");
  const { secret = newSecret() } = values;
  if (!isSecret(secret)) throw new UsageError("--secret takes whsec_ and base64");
  const forwardTo = webAddress(values["forward-to"], "--forward-to");
  return listen({ wattle: clientOf(values, outside), forwardTo, secret, outside, signal });
}

/**
 * Runs a command line.
 * @param words without the program's own name
 * @param signal ends it, as a success
 * @returns the exit code: 0, 1 for what the exchange refused or did not answer, 2 for wrong words
 */
export async function runCommand(
  words: readonly string[],
  outside: Outside,
  signal: AbortSignal,
): Promise<0 | 1 | 2> {
  try {
    await dispatch(words, outside, signal);
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    if (error instanceof UsageError) {
      outside.complain(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    outside.complain(
      error instanceof Refusal ? error.message : "The exchange doesn’t answer. Check its address.",
    );
    return 1;
  }
}
