import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { userOf } from "../testing/users.ts";
import { callRefused, leave, sessionEndsHere } from "./session-lost.ts";
import { sessionStore, setSession } from "./session-store.ts";

const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
beforeEach(() => {
  setSession(null);
  setSession(userOf("AU"));
  left.mockClear();
});
afterEach(() => sessionEndsHere(false));

describe("a call that is refused with 401", () => {
  test("forgets who is signed in and leads to the sign-in page", () => {
    callRefused();
    expect(sessionStore.get()).toBeNull();
    expect(left).toHaveBeenCalledExactlyOnceWith("/teamaccess/login");
  });

  test("leads nowhere while the person logs out", () => {
    sessionEndsHere(true);
    callRefused();
    expect(left).not.toHaveBeenCalled();
  });

  test("leads away again where logging out failed", () => {
    sessionEndsHere(true);
    sessionEndsHere(false);
    callRefused();
    expect(left).toHaveBeenCalledTimes(1);
  });

  test("leads away again once someone is signed in, however the page learned of it", () => {
    sessionEndsHere(true);
    setSession(null);
    setSession(userOf("NZ"));
    callRefused();
    expect(left).toHaveBeenCalledTimes(1);
  });
});
