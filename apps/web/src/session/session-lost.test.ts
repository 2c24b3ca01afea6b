import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { userOf } from "../testing/users.ts";
import { callRefused, leave, sessionEndsHere, wasLost } from "./session-lost.ts";
import { sessionStore, setSession } from "./session-store.ts";

const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
const answers: (() => Promise<Response>)[] = [];
const asked = vi.fn<typeof fetch>(
  () => answers.shift()?.() ?? Promise.resolve(new Response(null, { status: 204 })),
);
beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  setSession(null);
  setSession(userOf("AU"));
  left.mockClear();
  asked.mockClear();
});
afterEach(() => sessionEndsHere(false));

describe("a call that is refused with 401", () => {
  test("forgets who is signed in, ends a session that lives and leads to the sign-in page", async () => {
    callRefused();
    callRefused();
    await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith("/teamaccess/login"));
    expect(sessionStore.get()).toBeNull();
    expect(asked).toHaveBeenCalledExactlyOnceWith("/logout", expect.objectContaining({ method: "POST" }));
  });

  test("ends it by a new CSRF token if its own is stale", async () => {
    answers.push(() => Promise.resolve(new Response(null, { status: 403 })));
    callRefused();
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test("leads away without an answer too, and notes that the account's session may live", async () => {
    answers.push(() => Promise.reject(new TypeError("Failed to fetch")));
    callRefused();
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(wasLost(userOf("AU").user.id)).toBe(true);
    // Another's is a new one, which leads on.
    expect(wasLost("01945aa0-0000-7000-8000-0000000000ff")).toBe(false);
  });

  test("leads nowhere while the person logs out", () => {
    sessionEndsHere(true);
    callRefused();
    expect(asked).not.toHaveBeenCalled();
    expect(left).not.toHaveBeenCalled();
  });

  test("leads away again where logging out failed", async () => {
    sessionEndsHere(true);
    sessionEndsHere(false);
    callRefused();
    await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  });

  test("leads away again once someone is signed in, however the page learned of it", async () => {
    sessionEndsHere(true);
    setSession(null);
    setSession(userOf("NZ"));
    callRefused();
    await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  });
});
