import type { UserData } from "@wattle/contracts/accounts";
import { NO_ONE } from "@wattle/contracts/page-owner";
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

/** The signed-in user, as far as the browser knows; null for a guest. */
export const sessionStore = createStore<UserData | null>(readSnapshot());

/** A page without a snapshot is drawn as a guest's before the server was asked. */
let isKnown = sessionStore.get() !== null;

/** Records who is signed in (or that no one is) and keeps the snapshot. */
export function setSession(data: UserData | null): void {
  isKnown = true;
  sessionStore.set(data);
  writeStored(SNAPSHOT_KEY, data === null ? null : JSON.stringify(data));
}

/** Owner of this page: an account's id, or `NO_ONE`; undefined until the server has said. */
export const pageOwner = (): string | undefined =>
  isKnown ? (sessionStore.get()?.user.id ?? NO_ONE) : undefined;

/** Has the server say again whose page this is. */
export function forgetOwner(): void {
  isKnown = false;
}

/** Has the next page load ask the server who is logged in, unless another tab has recorded someone else meanwhile. */
export function forgetSnapshot(): void {
  if (readSnapshot()?.user.id === sessionStore.get()?.user.id) writeStored(SNAPSHOT_KEY, null);
}

/** The signed-in user's data, or null for a guest. Prerendered pages start as a guest's. */
export function useSession(): UserData | null {
  return useStore(sessionStore, null);
}
