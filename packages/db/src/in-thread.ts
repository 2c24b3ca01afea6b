import { Worker, type ResourceLimits } from "node:worker_threads";

interface ThreadOptions {
  /** What the thread gets. */
  readonly data: unknown;
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: ResourceLimits;
}

/**
 * Runs a program in a thread of its own: what takes seconds would stop the event loop for as long.
 * @returns the first message that the program sends
 * @throws Error what the program threw; or where it was ended, or sent nothing
 */
export async function inThread<Result>(
  program: URL,
  { data, signal, limits }: ThreadOptions,
): Promise<Result> {
  const worker = new Worker(program, {
    workerData: data,
    ...(limits !== undefined && { resourceLimits: limits }),
  });
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
