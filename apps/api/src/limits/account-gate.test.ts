import { DomainError } from "@wattle/contracts/errors";
import { describe, expect, test } from "vitest";
import { createAccountGate, type Stopwatch } from "./account-gate.ts";

/** A clock on the wall that a test moves. */
function stopwatch(): Stopwatch & { pass(milliseconds: number): void } {
  let now = 0;
  let due: { at: number; act: () => void }[] = [];
  return {
    now: () => now,
    after: (milliseconds, act) => void due.push({ at: now + milliseconds, act }),
    pass(milliseconds) {
      now += milliseconds;
      const past = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { act } of past) act();
    },
  };
}

/** Work that goes on until it is said to be done. */
function works() {
  const begun: string[] = [];
  const done = new Map<string, () => void>();
  return {
    begun,
    of: (name: string) => (): Promise<string> => {
      begun.push(name);
      return new Promise((resolve) => done.set(name, () => resolve(name)));
    },
    end: (name: string): void => done.get(name)?.(),
  };
}

const names = Array.from({ length: 10 }, (_, index) => `read ${index}`);

describe("reads of one account", () => {
  test("run two at a time, eight wait, and the next is refused with when to come back", async () => {
    const gate = createAccountGate(10, stopwatch());
    const { begun, of, end } = works();
    const all = names.map((name) => gate.run("anna", "page", of(name)));
    await expect.poll(() => begun).toEqual(["read 0", "read 1"]);
    const refused = await gate.run("anna", "page", of("one too many")).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({ code: "too_many_requests", retryAfterSeconds: 1 });
    for (const [index, name] of names.entries()) {
      await expect.poll(() => begun.length).toBe(Math.min(10, index + 2));
      end(name);
    }
    expect(await Promise.all(all)).toEqual(names);
  });

  test("do not hold up another account's, or the same account's files", async () => {
    const gate = createAccountGate(10, stopwatch());
    const { begun, of, end } = works();
    const all = names.map((name) => gate.run("anna", "page", of(name)));
    void gate.run("anna", "file", of("a file"));
    void gate.run("boris", "page", of("another's"));
    await expect.poll(() => begun).toEqual(["read 0", "read 1", "a file", "another's"]);
    for (const [index, name] of names.entries()) {
      await expect.poll(() => begun.includes(name), { message: String(index) }).toBe(true);
      end(name);
    }
    await Promise.all(all);
  });

  test("wait once they have taken their part of the time", async () => {
    const time = stopwatch();
    const gate = createAccountGate(10, time);
    const takes = (milliseconds: number) => async (): Promise<void> => time.pass(milliseconds);
    // 250 ms are saved up; 350 ms leave the account 100 ms short, which 5 % of the time makes good within two seconds.
    await gate.run("anna", "page", takes(350));
    let isDone = false;
    const next = gate.run("anna", "page", takes(1)).then(() => (isDone = true));
    const others = gate.run("boris", "page", takes(0));
    await others;
    time.pass(1600);
    await gate.run("boris", "page", takes(0));
    expect(isDone).toBe(false);
    time.pass(500);
    await next;
  });

  test("of which one failed make room for the next", async () => {
    const gate = createAccountGate(10, stopwatch());
    const fails = (): Promise<never> => Promise.reject(new Error("failed"));
    const all = names.map((name) => gate.run("anna", "page", fails).catch(() => name));
    expect(await Promise.all(all)).toEqual(names);
    expect(await gate.run("anna", "page", () => Promise.resolve("next"))).toBe("next");
  });

  test("that have begun go on, however many wait", async () => {
    const gate = createAccountGate(10, stopwatch());
    const { of, end, begun } = works();
    const all = names.map((name) => gate.run("anna", "file", of(name)));
    const further = gate.run("anna", "file", () => Promise.resolve("the next piece"), true);
    for (const name of names) {
      await expect.poll(() => begun.includes(name)).toBe(true);
      end(name);
    }
    expect(await further).toBe("the next piece");
    await Promise.all(all);
  });
});

test("a file's pieces come in their order, and one that is given up is ended", async () => {
  const gate = createAccountGate(10, stopwatch());
  let isEnded = false;
  async function* pieces(): AsyncGenerator<number> {
    try {
      for (let piece = 0; piece < 5; piece += 1) yield piece;
    } finally {
      isEnded = true;
    }
  }
  const read: number[] = [];
  for await (const piece of gate.inPieces("anna", pieces())) read.push(piece);
  expect(read).toEqual([0, 1, 2, 3, 4]);
  isEnded = false;
  for await (const piece of gate.inPieces("anna", pieces())) if (piece === 1) break;
  expect(isEnded).toBe(true);
});
