import type { Schemas, Wattle } from "../rest.ts";
import type { Outside } from "./command.ts";
import { Refusal } from "./refusal.ts";
import { webhookHeaders } from "./sign-webhook.ts";

type Event = Schemas["Event"];

/** Events of one answer at most. */
const MOST = 100;
const LOOK_MILLISECONDS = 1000;
const LONGEST_WAIT = 30_000;
/** As long as the exchange waits for the answer to a webhook. */
const ANSWER_MILLISECONDS = 15_000;

/** An account whose events go to an address. */
export interface Listening {
  readonly wattle: Wattle;
  readonly forwardTo: string;
  readonly secret: string;
  readonly outside: Outside;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** @throws Refusal; TypeError and others if no answer comes */
async function readAfter({ wattle, signal }: Listening, after: string | undefined): Promise<Event[]> {
  const { data, error, response } = await wattle.GET("/api/events", {
    params: { query: { limit: MOST, ...(after !== undefined && { after }) } },
    signal,
  });
  if (data === undefined || !Array.isArray(data.data)) throw new Refusal(response, error);
  return data.data;
}

/** The same, as often as it takes: from a lost connection nothing is lost. @throws Refusal if there is no use */
async function readAgain(listening: Listening, after: string | undefined): Promise<Event[]> {
  const { outside, signal } = listening;
  for (let tries = 0; ; tries += 1) {
    try {
      const events = await readAfter(listening, after);
      if (tries > 0) outside.print("Connected again.");
      return events;
    } catch (error) {
      if (signal.aborted || (error instanceof Refusal && error.isFinal)) throw error;
      if (tries === 0) outside.print("Connection lost. Trying again.");
      await outside.pause(Math.min(LOOK_MILLISECONDS * 2 ** tries, LONGEST_WAIT), signal);
    }
  }
}

/** The newest event, after which listening begins; undefined if there is none. */
async function newestEvent(listening: Listening): Promise<string | undefined> {
  for (let after: string | undefined; ;) {
    const events = await readAfter(listening, after);
    after = events.at(-1)?.id ?? after;
    if (events.length < MOST) return after;
  }
}

/** A word for why nothing was answered. */
function failureWord(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "no answer in 15 seconds";
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown =
    typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : "no answer";
}

/** Sends an event as a webhook arrives, once. @returns the answer's status, or why there is none */
async function forward({ forwardTo, secret, outside, signal }: Listening, event: Event): Promise<string> {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(outside.now() / 1000);
  try {
    const response = await outside.fetch(
      new Request(forwardTo, {
        method: "POST",
        headers: webhookHeaders(secret, { id: event.id, timestamp, body }),
        body,
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)]),
      }),
    );
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return failureWord(error);
  }
}

/**
 * Sends each event of the account that happens from now on to an address, in order, until the signal ends it.
 * @throws Refusal; an error if the exchange does not answer at the start
 */
export async function listen(listening: Listening): Promise<void> {
  const { wattle, forwardTo, secret, outside, signal } = listening;
  let after = await newestEvent(listening);
  outside.print(`Events of ${wattle.url} go to ${forwardTo}`);
  outside.print(`Secret: ${secret}`);
  while (!signal.aborted) {
    const events = await readAgain(listening, after);
    for (const event of events) {
      const answer = await forward(listening, event);
      if (signal.aborted) return;
      outside.print(`${event.type} ${event.id} ${answer}`);
      after = event.id;
    }
    if (events.length < MOST) await outside.pause(LOOK_MILLISECONDS, signal);
  }
}
