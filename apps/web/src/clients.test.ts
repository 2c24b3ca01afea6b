import { waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Refusal, standInApi } from "./testing/stand-in-api.ts";
import { userOf } from "./testing/users.ts";
import { alertFailure, callFailure } from "./failed-call.ts";
import { leave } from "./session/session-lost.ts";
import { sessionStore, setSession } from "./session/session-store.ts";
import { wantedPath } from "./session/wanted-path.ts";
import { callHeaders } from "./session/call-headers.ts";
import { createClients } from "./clients.ts";
import { alertStore } from "./ui/alert-store.ts";
import { loadingStore } from "./ui/loading-store.ts";

afterEach(() => {
  vi.restoreAllMocks();
  document.cookie = "XSRF-TOKEN=; Max-Age=0";
  window.history.replaceState(null, "", "/");
});

describe("every call", () => {
  test.each([
    ["no cookie", "", undefined],
    ["alone", "XSRF-TOKEN=abc", "abc"],
    ["among others", "a=1; XSRF-TOKEN=x%3Dy%2Fz; b=2", "x=y/z"],
    ["another's name ends alike", "NOT-XSRF-TOKEN=abc", undefined],
  ])("the CSRF cookie is echoed: %s", (_title, cookies, token) => {
    expect(callHeaders(cookies, { acts: true })).toEqual({
      "X-Requested-With": "XMLHttpRequest",
      "X-Page-Of": "guest",
      ...(token === undefined ? {} : { "X-XSRF-TOKEN": token }),
    });
  });

  test("carries credentials and its headers, whose page it is among them", async () => {
    document.cookie = "XSRF-TOKEN=abc";
    setSession(userOf("AU"));
    standInApi({ "sessions.logout": () => null });
    await createClients().trpcClient.sessions.logout.mutate();
    const [, options] = vi.mocked(fetch).mock.calls[0] ?? [];
    const headers = new Headers(options?.headers);
    expect(options?.credentials).toBe("include");
    expect(headers.get("X-Requested-With")).toBe("XMLHttpRequest");
    expect(headers.get("X-XSRF-TOKEN")).toBe("abc");
    expect(headers.get("X-Page-Of")).toBe(userOf("AU").user.id);
  });

  test("turns the loading flag on and off, answered or refused", async () => {
    let duringCall = false;
    standInApi({
      "currencies.list": () => {
        duringCall = loadingStore.get().loading;
        throw new Refusal("service_unavailable");
      },
    });
    const call = createClients().trpcClient.currencies.list.query();
    await expect(call).rejects.toThrow();
    expect(duringCall).toBe(true);
    expect(loadingStore.get().loading).toBe(false);
  });

  test("is made once more when its CSRF token was stale, and only then", async () => {
    let calls = 0;
    standInApi({
      "sessions.logout": () => {
        calls += 1;
        if (calls === 1) throw new Refusal("csrf_mismatch");
        return null;
      },
      "currencies.list": () => {
        calls += 10;
        throw new Refusal("forbidden");
      },
    });
    const { trpcClient } = createClients();
    await trpcClient.sessions.logout.mutate();
    expect(calls).toBe(2);
    await expect(trpcClient.currencies.list.query()).rejects.toThrow();
    expect(calls).toBe(12);
  });
});

describe("a 401", () => {
  test("forgets the user, remembers the page and leaves for the sign-in page", async () => {
    const leaving = vi.spyOn(leave, "to").mockReturnValue(undefined);
    window.history.replaceState(null, "", "/dashboard/transactions-history?page=2");
    setSession(userOf("AU"));
    standInApi({
      "balances.get": () => {
        throw new Refusal("unauthenticated");
      },
    });
    await expect(createClients().trpcClient.balances.get.query()).rejects.toThrow();
    await waitFor(() => expect(sessionStore.get()).toBeNull());
    expect(leaving.mock.calls).toEqual([["/teamaccess/login"]]);
    expect(wantedPath()).toBe("/dashboard/transactions-history?page=2");
  });

  test("on the sign-in page itself leads nowhere", async () => {
    const leaving = vi.spyOn(leave, "to").mockReturnValue(undefined);
    window.history.replaceState(null, "", "/teamaccess/login");
    standInApi({
      "balances.get": () => {
        throw new Refusal("unauthenticated");
      },
    });
    setSession(userOf("AU"));
    await expect(createClients().trpcClient.balances.get.query()).rejects.toThrow();
    await waitFor(() => expect(sessionStore.get()).toBeNull());
    expect(leaving).not.toHaveBeenCalled();
  });

  test("ends a session that lives, as the page of its owner", async () => {
    vi.spyOn(leave, "to").mockReturnValue(undefined);
    setSession(userOf("AU"));
    standInApi({
      "balances.get": () => {
        throw new Refusal("unauthenticated");
      },
    });
    await expect(createClients().trpcClient.balances.get.query()).rejects.toThrow();
    await waitFor(() => expect(sessionStore.get()).toBeNull());
    const [, ended] = vi.mocked(fetch).mock.calls;
    expect([ended?.[0], ended?.[1]?.method]).toEqual(["/logout", "POST"]);
    expect(new Headers(ended?.[1]?.headers).get("X-Page-Of")).toBe(userOf("AU").user.id);
  });
});

describe("what is known of a failed call", () => {
  const failing = async (): Promise<unknown> =>
    createClients()
      .trpcClient.currencies.list.query()
      .then(
        () => undefined,
        (error: unknown) => error,
      );

  test("the server's code, status, message, field errors and the request's reference", async () => {
    standInApi({
      "currencies.list": () => {
        throw new Refusal("validation_failed", { page: ["Enter a whole number"] });
      },
    });
    expect(callFailure(await failing())).toEqual({
      status: 422,
      code: "validation_failed",
      message: "Enter a whole number",
      errors: { page: ["Enter a whole number"] },
      requestId: "r",
    });
  });

  test("no answer at all", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
    expect(callFailure(await failing())).toMatchObject({ status: 0, code: undefined });
  });

  test("an answer that is not ours: the status speaks", async () => {
    vi.stubGlobal("fetch", async () => new Response("<html>Bad gateway</html>", { status: 502 }));
    alertFailure("Get currencies", await failing());
    expect(alertStore.get().map(({ text }) => text)).toEqual([
      "Get currencies: Request failed with status code 502",
    ]);
  });
});
