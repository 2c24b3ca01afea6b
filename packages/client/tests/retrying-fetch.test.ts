import { expect, test } from "vitest";
import { pause, retryingFetch, type Fetch, type RetryPolicy } from "../src/retrying-fetch.ts";

interface Tried {
  /** The last try's answer, or the message of its error. */
  readonly outcome: number | string;
  readonly tries: number;
  /** Milliseconds before each further try. */
  readonly waits: readonly number[];
}

type Step = number | Error | readonly [status: number, retryAfter: string];

/** Calls a server that goes through its steps, and then answers 200. */
async function call(steps: readonly Step[], policy: Partial<RetryPolicy> = {}): Promise<Tried> {
  const waits: number[] = [];
  let tries = 0;
  const fetch: Fetch = async (request) => {
    expect(await request.text()).toBe("payload");
    const step = steps[tries++] ?? 200;
    if (step instanceof Error) throw step;
    const [status, retryAfter] = typeof step === "number" ? [step] : step;
    return new Response("answer", {
      status,
      ...(retryAfter !== undefined && { headers: { "retry-after": retryAfter } }),
    });
  };
  const sent = retryingFetch(fetch, {
    retries: 4,
    timeout: 60_000,
    longestWait: 60_000,
    isRepeatable: () => true,
    pause: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
    chance: () => 0.5,
    ...policy,
  });
  const request = new Request("http://exchange.test/", { method: "POST", body: "payload" });
  const outcome = await sent(request).then(
    (response) => response.status,
    (error: unknown) => (error as Error).message,
  );
  return { outcome, tries, waits };
}

const lost = new Error("socket hang up");
const not = { isRepeatable: () => false };

test.each<[name: string, steps: Step[], policy: Partial<RetryPolicy>, expected: Tried]>([
  ["an answer is an answer", [200], {}, { outcome: 200, tries: 1, waits: [] }],
  ["so is a refusal", [422], {}, { outcome: 422, tries: 1, waits: [] }],
  ["a lost connection", [lost, lost], {}, { outcome: 200, tries: 3, waits: [187.5, 375] }],
  ["a server that is away", [503, 502, 504], {}, { outcome: 200, tries: 4, waits: [187.5, 375, 750] }],
  ["a server that says when it is back", [[503, "3"]], {}, { outcome: 200, tries: 2, waits: [3000] }],
  ["a limit", [[429, "7"]], {}, { outcome: 200, tries: 2, waits: [7000] }],
  ["a limit of what must not be done twice", [[429, "7"]], not, { outcome: 200, tries: 2, waits: [7000] }],
  ["a limit that does not say how long", [429], not, { outcome: 200, tries: 2, waits: [187.5] }],
  ["a limit for longer than anyone waits", [[429, "61"]], {}, { outcome: 429, tries: 1, waits: [] }],
  ["a wait that is no number", [[503, "soon"]], {}, { outcome: 200, tries: 2, waits: [187.5] }],
  ["a failure of what must not be done twice", [500], not, { outcome: 500, tries: 1, waits: [] }],
  ["a loss of what must not be done twice", [lost], not, { outcome: lost.message, tries: 1, waits: [] }],
  [
    "a server that stays away",
    [503, 503, 503],
    { retries: 2 },
    { outcome: 503, tries: 3, waits: [187.5, 375] },
  ],
  ["no connection at all", [lost, lost], { retries: 1 }, { outcome: lost.message, tries: 2, waits: [187.5] }],
  ["no retries wanted", [503], { retries: 0 }, { outcome: 503, tries: 1, waits: [] }],
])("%s", async (_name, steps, policy, expected) => {
  expect(await call(steps, policy)).toEqual(expected);
});

test.each([
  [0, 125],
  [0.999, 249.875],
])("waits differ by chance: %f", async (chance, first) => {
  const { waits } = await call([lost], { chance: () => chance });
  expect(waits).toEqual([first]);
});

const policy: RetryPolicy = {
  retries: 1,
  timeout: 5,
  longestWait: 60_000,
  isRepeatable: () => true,
  pause,
  chance: () => 0,
};

/** A server that never answers. */
const silence: Fetch = ({ signal }) =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  });

test("silence ends by the time-out, each time", async () => {
  const waits: number[] = [];
  const fetch = retryingFetch(silence, {
    ...policy,
    pause: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
  });
  await expect(fetch(new Request("http://exchange.test/"))).rejects.toThrow("No answer in time");
  expect(waits).toHaveLength(1);
});

test("an answer that has begun may take longer than the time-out", async () => {
  const late = Promise.withResolvers<Uint8Array>();
  let ended = false;
  const fetch = retryingFetch(
    ({ signal }) => {
      signal.addEventListener("abort", () => (ended = true));
      const body = new ReadableStream({
        async pull(controller) {
          controller.enqueue(await late.promise);
          controller.close();
        },
      });
      return Promise.resolve(new Response(body));
    },
    { ...policy, timeout: 1 },
  );
  const response = await fetch(new Request("http://exchange.test/"));
  await pause(5, new AbortController().signal);
  late.resolve(new TextEncoder().encode("late"));
  expect([await response.text(), ended]).toEqual(["late", false]);
});

test("a caller who gives up gets no further try", async () => {
  const giveUp = new AbortController();
  let tries = 0;
  const fetch = retryingFetch(
    (request) => {
      tries++;
      giveUp.abort(new Error("enough"));
      return silence(request);
    },
    { ...policy, timeout: 60_000 },
  );
  const given = fetch(new Request("http://exchange.test/", { signal: giveUp.signal }));
  await expect(given).rejects.toThrow("enough");
  expect(tries).toBe(1);
});

test("a caller who gives up ends the wait", async () => {
  const giveUp = new AbortController();
  const waiting = pause(600_000, giveUp.signal);
  giveUp.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(pause(600_000, giveUp.signal)).rejects.toThrow("enough");
});
