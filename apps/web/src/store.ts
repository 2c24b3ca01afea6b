import { useSyncExternalStore } from "react";

/** A value outside React that components can follow. `set` with the same value (Object.is) tells no one. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** @returns a function that ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/**
 * The store's value, re-rendering on change.
 * @param whilePrerendered what the prerendered page was made with, so that hydration finds the same markup
 */
export function useStore<T>(store: Store<T>, whilePrerendered: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () => whilePrerendered);
}
