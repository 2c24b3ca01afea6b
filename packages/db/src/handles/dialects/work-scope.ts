import { AsyncLocalStorage } from "node:async_hooks";

/** A unit of work in progress. `open` is true until it settles; its transaction handle is dead afterwards. */
export class WorkScope {
  open = true;

  /** Throws once the work has settled. */
  assertOpen(): void {
    if (!this.open)
      throw new Error("this transaction has ended: use tx only inside the work it was given to");
  }
}

const scopes = new AsyncLocalStorage<WorkScope>();

/**
 * Throws inside a unit of work: a nested `write` would wait for the very transaction it runs in. Code that a unit of work
 * started and did not wait for may write once the work has settled.
 */
export function assertNotInsideWork(): void {
  if (scopes.getStore()?.open === true) {
    throw new Error(
      "write was called inside a unit of work: pass tx on instead of beginning another transaction",
    );
  }
}

/** Runs `work` so that `assertNotInsideWork` knows of it, and closes the scope when it settles. */
export async function runInScope<T>(scope: WorkScope, work: () => Promise<T>): Promise<T> {
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.open = false;
  }
}
