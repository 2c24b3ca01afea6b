import { NO_ONE } from "@wattle/contracts/page-owner";
import type { UserData } from "@wattle/contracts/accounts";
import { readStored, writeStored } from "../storage.ts";
import { showAlert } from "../ui/alert-store.ts";
import { keepTyped, leave } from "./session-lost.ts";
import { forgetOwner, forgetSnapshot, pageOwner, sessionStore } from "./session-store.ts";

/** Kept in the tab: the page was loaded again since someone else had logged in. */
const RELOADED_KEY = "anotherLogin";
const CHANNEL = "login";

const isNoOnes = (): boolean => pageOwner() === undefined || pageOwner() === NO_ONE;
let askAgain: (() => void) | undefined;

/**
 * The server refused a call, since the browser is logged in as someone else than this page shows. A page that showed someone is
 * loaded again, as the page of the one who is logged in now; one that showed no one only learns who it is.
 * @returns whether the call may be made again
 */
export function anotherLogin(): boolean {
  if (isNoOnes()) {
    forgetOwner();
    askAgain?.();
    return true;
  }
  keepTyped();
  forgetSnapshot();
  writeStored(RELOADED_KEY, "1", "sessionStorage");
  leave.andReturn();
  return false;
}

/** Says why the page was loaded again, once it is known who is logged in. */
export function sayWhyReloaded(session: UserData | null): void {
  if (readStored(RELOADED_KEY, "sessionStorage") === null) return;
  writeStored(RELOADED_KEY, null, "sessionStorage");
  if (session === null) return;
  const { first_name: first, last_name: last } = session.user;
  showAlert({ type: "info", text: `You’re now logged in as ${first} ${last}, so we reloaded this page.` });
}

/**
 * Follows logins and logouts in the browser's other tabs, and tells them of this one's. Their word is no proof: the
 * server is asked, as it is when the browser shows a page again that was left.
 * @param ask has the server say who is logged in; `fresh` gives up a question that is under way
 * @returns a function that ends it
 */
export function followOtherTabs(ask: (fresh: boolean) => void): () => void {
  const askFresh = (): void => {
    if (isNoOnes()) forgetOwner();
    ask(true);
  };
  askAgain = () => ask(false);
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) askFresh();
  };
  window.addEventListener("pageshow", onShow);

  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(CHANNEL) : undefined;
  let said = pageOwner();
  const stopTelling = sessionStore.subscribe(() => {
    const owner = pageOwner();
    if (owner !== said) channel?.postMessage(owner);
    said = owner;
  });
  channel?.addEventListener("message", ({ data }) => {
    if (data !== pageOwner()) askFresh();
  });
  return () => {
    askAgain = undefined;
    window.removeEventListener("pageshow", onShow);
    stopTelling();
    channel?.close();
  };
}
