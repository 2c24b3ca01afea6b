import { hasMoreRows } from "@wattle/db/bank-lines";
import { isOutOfMemory, piecesFromThread } from "@wattle/db/in-thread";
import { OneAtATime } from "../one-at-a-time.ts";
import type { Services } from "../services.ts";
import { readNewLines, type NewLines, type StatementFile } from "./new-lines.ts";
import { judgeOpenLines, type Judging, type Proposals } from "./propose-lines.ts";

type AsideServices = Pick<Services, "config" | "database">;

/** Files and books below these sizes hold no one up: a thread would take longer to start. */
const LITTLE = { bytes: 16 * 1024, lines: 500, transactions: 2000 };

/** The memory that a statement of 20 MB takes; one that takes more is refused. */
const LIMITS = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 16 };

/** One of 20 MB is read in seconds. */
const LONGEST_READING_MILLISECONDS = 300_000;

const threads = new OneAtATime();

/** Does the work of an import that grows with its file and with the books: in a thread, or inline if there is little. */
export interface Place {
  readonly newLines: (file: StatementFile) => AsyncGenerator<NewLines>;
  readonly proposals: (judging: Judging) => AsyncGenerator<Proposals>;
  /** Lets the next one in. */
  readonly leave: () => void;
}

const hasMuch = async ({ database }: AsideServices, bytes: number): Promise<boolean> =>
  bytes > LITTLE.bytes ||
  (await hasMoreRows(database.read, "bank_lines", LITTLE.lines)) ||
  (await hasMoreRows(database.read, "transactions", LITTLE.transactions));

const broken = (reason: string): NewLines => ({ is: "broken", refused: [{ line: 1, reason }] });

/** A thread's result, unless it takes more memory or time than it may. */
async function* withinLimits(
  read: (signal: AbortSignal) => AsyncGenerator<NewLines>,
): AsyncGenerator<NewLines> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), LONGEST_READING_MILLISECONDS);
  try {
    for await (const piece of read(ending.signal)) {
      clearTimeout(timer);
      yield piece;
    }
    if (ending.signal.aborted) yield broken("This file takes too long to read: split it");
  } catch (failed) {
    if (!isOutOfMemory(failed)) throw failed;
    yield broken("There is too much in this file: split it");
  } finally {
    clearTimeout(timer);
  }
}

/** Bytes that a thread can be given: a small `Buffer` shares its memory with others. */
const ownBytes = (content: Uint8Array): Uint8Array<ArrayBuffer> =>
  content.buffer instanceof ArrayBuffer && content.byteLength > Buffer.poolSize
    ? (content as Uint8Array<ArrayBuffer>)
    : new Uint8Array(content);

/**
 * Next to everything else, in a thread, unless there is little to do. One import at a time has threads in a process, so that they take
 * no more memory together.
 */
export async function placeFor(services: AsideServices, bytes: number): Promise<Place> {
  const { config, database } = services;
  if (!(await hasMuch(services, bytes))) {
    return {
      newLines: (file) => readNewLines(database.read, file),
      proposals: (judging) => judgeOpenLines(database.read, judging),
      leave: () => undefined,
    };
  }
  const url = config.DATABASE_URL;
  return {
    newLines: (file) => {
      const content = typeof file.content === "string" ? file.content : ownBytes(file.content);
      const program = new URL("new-lines-worker.ts", import.meta.url);
      const transfer = typeof content === "string" ? [] : [content.buffer];
      const data = { url, file: { ...file, content } };
      return withinLimits((signal) => piecesFromThread(program, { data, transfer, signal, limits: LIMITS }));
    },
    proposals: (judging) =>
      piecesFromThread(new URL("proposals-worker.ts", import.meta.url), {
        data: { url, judging },
        limits: LIMITS,
      }),
    leave: await threads.enter(),
  };
}
