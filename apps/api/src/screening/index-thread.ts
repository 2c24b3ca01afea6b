import { Worker } from "node:worker_threads";
import type { ComparedIdentity } from "@wattle/contracts/cases";
import type { ListSource } from "@wattle/contracts/lists";
import type { Database } from "@wattle/db/database";
import { listParts } from "@wattle/db/screening";
import type { ScreeningList } from "@wattle/db/tables";
import type { ReadEntry } from "./lists/list-entry.ts";

/** An entry of a list that is like an identity, with the parts of its score. */
export interface Found {
  readonly source: ListSource;
  readonly list_id: string;
  readonly entry: ReadEntry;
  /** From 0 to 1. */
  readonly score: number;
  readonly parts: { readonly name: number; readonly birth_date: number; readonly country: number };
}

interface OfList {
  readonly source: ListSource;
  readonly list_id: string;
}

/** A message to the thread. `known` entries are left out of those that follow. */
export type ToIndex =
  | { readonly is: "known"; readonly entries: string }
  | ({ readonly is: "entries"; readonly entries: string } & OfList)
  | { readonly is: "count"; readonly number: number }
  | { readonly is: "search"; readonly number: number; readonly identities: readonly ComparedIdentity[] };

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** An index over lists, in a thread: building one takes seconds, and a search tens of milliseconds. */
export class IndexThread {
  readonly #worker = new Worker(new URL("index-worker.ts", import.meta.url));
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  private constructor() {
    this.#worker.unref();
    this.#worker.on("message", ({ number, answer }: { number: number; answer: never }) => {
      this.#waiting.get(number)?.resolve(answer);
      this.#waiting.delete(number);
    });
    this.#worker.on("error", (error) =>
      this.#fail(error instanceof Error ? error : new Error(String(error))),
    );
    this.#worker.on("exit", () => this.#fail(new Error("the thread with the lists was ended")));
  }

  /** @param newSince a version whose entries are left out */
  static async open(
    { read }: Pick<Database, "read">,
    lists: readonly ScreeningList[],
    newSince: string | null = null,
  ): Promise<IndexThread> {
    const thread = new IndexThread();
    if (newSince !== null)
      for await (const entries of listParts(read, newSince)) thread.#send({ is: "known", entries });
    for (const { id: list_id, source } of lists)
      for await (const entries of listParts(read, list_id))
        thread.#send({ is: "entries", entries, source, list_id });
    return thread;
  }

  #send(message: ToIndex): void {
    this.#worker.postMessage(message);
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async #answer<Answer>(message: (number: number) => ToIndex): Promise<Answer> {
    const number = (this.#asked += 1);
    // A caller that waits keeps the process alive, and an idle thread does not.
    this.#worker.ref();
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting.set(number, { resolve, reject });
        this.#send(message(number));
      });
    } finally {
      if (this.#waiting.size === 0) this.#worker.unref();
    }
  }

  /** How many entries are compared. */
  count(): Promise<number> {
    return this.#answer((number) => ({ is: "count", number }));
  }

  /** Entries that are like each identity, best first. */
  search(identities: readonly ComparedIdentity[]): Promise<readonly (readonly Found[])[]> {
    return this.#answer((number) => ({ is: "search", number, identities }));
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
