import type { UserData } from "@wattle/contracts/accounts";
import { setSession } from "./session-store.ts";

/** Of the typed client's utilities the part about who is signed in. */
interface SessionCache {
  readonly sessions: {
    readonly current: {
      cancel(): Promise<void>;
      setData(input: undefined, data: UserData | null): unknown;
    };
  };
}

/**
 * Records who is signed in, as an answer just told. A question that was asked before, by the page's own start say, may be
 * answered afterwards: that answer is older, and would sign the customer out again.
 */
export async function knowSession(utils: SessionCache, data: UserData | null): Promise<void> {
  await utils.sessions.current.cancel();
  utils.sessions.current.setData(undefined, data);
  setSession(data);
}
