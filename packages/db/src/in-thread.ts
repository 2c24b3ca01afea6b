import { on } from "node:events";
import { parentPort, Worker, type ResourceLimits, type Transferable } from "node:worker_threads";

interface ThreadOptions {
  /** Input of the thread. */
  readonly data: unknown;
  /** Parts of it that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: ResourceLimits;
}

const start = (program: URL, { data, transfer = [], limits }: ThreadOptions): Worker =>
  new Worker(program, {
    workerData: data,
    transferList: [...transfer],
    ...(limits !== undefined && { resourceLimits: limits }),
  });

/** Whether a thread was ended since it took more memory than its limits say. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/**
 * Runs a program in its own thread: work of seconds would block the event loop.
 * @returns the first message that the program sends
 * @throws Error what the program threw; or if it was ended, or sent nothing
 */
export async function inThread<Result>(program: URL, options: ThreadOptions): Promise<Result> {
  const { signal } = options;
  const worker = start(program, options);
  const end = (): void => void worker.terminate();
  if (signal?.aborted === true) end();
  signal?.addEventListener("abort", end);
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("the thread was ended")));
    });
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/**
 * Runs a program in a thread of its own, which sends its results with `sendPieces`. It waits until the next piece is wanted, so that no
 * more than one is in this thread's memory; it ends when no more are wanted, or where `signal` ends it.
 * @throws Error what the program threw, or `isOutOfMemory`
 */
export async function* piecesFromThread<Piece>(program: URL, options: ThreadOptions): AsyncGenerator<Piece> {
  const worker = start(program, options);
  options.signal?.addEventListener("abort", () => void worker.terminate());
  // One promise for each piece: a race with the thread's end would keep every piece until then.
  let wanted = Promise.withResolvers<Piece | undefined>();
  let end: { readonly failed?: unknown } | undefined;
  worker.on("message", (piece: Piece) => wanted.resolve(piece));
  worker.once("error", (failed) => {
    end = { failed };
    wanted.reject(failed);
  });
  worker.once("exit", () => {
    end ??= {};
    wanted.resolve(undefined);
  });
  try {
    while (end === undefined) {
      wanted = Promise.withResolvers();
      worker.postMessage("next");
      const piece = await wanted.promise;
      if (piece === undefined) return;
      yield piece;
    }
    if ("failed" in end) throw end.failed;
  } finally {
    await worker.terminate();
  }
}

/** Sends pieces from a program in a thread, each once it is wanted. */
export async function sendPieces(pieces: AsyncIterable<unknown>): Promise<void> {
  if (parentPort === null) throw new Error("this is no thread");
  const wanted = on(parentPort, "message");
  for await (const piece of pieces) {
    await wanted.next();
    parentPort.postMessage(piece);
  }
  await wanted.return?.();
}
