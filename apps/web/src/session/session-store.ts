import type { UserData } from "@wattle/contracts/accounts";
import { createStore, useStore } from "../store.ts";
import { readStored, writeStored } from "../storage.ts";
import { SNAPSHOT_KEY } from "./snapshot-key.ts";

function readSnapshot(): UserData | null {
  const text = typeof window === "undefined" ? null : readStored(SNAPSHOT_KEY);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    const user = (value as { user?: { id?: unknown; first_name?: unknown } } | null)?.user;
    return typeof user?.id === "string" && typeof user.first_name === "string" ? (value as UserData) : null;
  } catch {
    return null;
  }
}

/** Who is signed in, as far as the browser knows; null for a guest. */
export const sessionStore = createStore<UserData | null>(readSnapshot());

/** Records who is signed in (or that no one is) and keeps the snapshot. */
export function setSession(data: UserData | null): void {
  sessionStore.set(data);
  writeStored(SNAPSHOT_KEY, data === null ? null : JSON.stringify(data));
}

/** The signed-in user's data, or null for a guest. Prerendered pages start as a guest's. */
export function useSession(): UserData | null {
  return useStore(sessionStore, null);
}
