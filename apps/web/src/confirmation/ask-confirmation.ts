import { createStore } from "../store.ts";

/** A question to the person at the page: is it still you? */
export interface Asked {
  /** The procedure that was refused until this is known. */
  readonly procedure: string;
  readonly answer: (confirmed: boolean) => void;
}

/** The current question; null for none. */
export const askedStore = createStore<Asked | null>(null);

let waiting: Promise<boolean> | undefined;
let hosts = 0;

/**
 * Says that a dialog is there which asks.
 * @returns a function that takes it back
 */
export function hostConfirmations(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
  };
}

/**
 * Asks the person at the page to confirm. Calls that are refused meanwhile wait for the same answer.
 * @returns whether the session is confirmed now; false at once where the page has no dialog
 */
export function askConfirmation(procedure: string): Promise<boolean> {
  if (hosts === 0) return Promise.resolve(false);
  waiting ??= new Promise<boolean>((answer) => askedStore.set({ procedure, answer })).finally(() => {
    waiting = undefined;
    askedStore.set(null);
  });
  return waiting;
}
