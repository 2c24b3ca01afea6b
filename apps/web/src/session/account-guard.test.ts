import { isRedirect } from "@tanstack/react-router";
import type { UserData } from "@wattle/contracts/accounts";
import { describe, expect, test } from "vitest";
import { standInApi } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
import { createClients } from "../clients.ts";
import { guardAccountPage, type AccountPage } from "./account-guard.ts";
import { sessionStore } from "./session-store.ts";

const CONFIRMED = "2026-01-01T00:00:00.000Z";

function account(changes: Partial<UserData["user"]>): UserData {
  const data = userOf("AU");
  return { ...data, user: { ...data.user, ...changes } };
}

/** Target of the guard; 'stays' if it lets them in. */
async function guarded(session: UserData | null, page: AccountPage): Promise<unknown> {
  standInApi({ "sessions.current": () => session });
  try {
    await guardAccountPage(createClients(), page, page);
    return "stays";
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return thrown.options.to;
  }
}

const PAGES: readonly AccountPage[] = ["/access-denied", "/email-not-verify", "/user-information"];

describe("account pages", () => {
  test.each([
    ["a guest", null, "/login"],
    ["a blocked account", account({ status: "blocked", email_verified_at: null }), "/access-denied"],
    [
      "an unconfirmed address",
      account({ status: "registered", email_verified_at: null }),
      "/email-not-verify",
    ],
    [
      "an unverified identity",
      account({ status: "registered", email_verified_at: CONFIRMED }),
      "/user-information",
    ],
    ["a sent identity", account({ status: "pending", email_verified_at: CONFIRMED }), "/user-information"],
    [
      "a rejected identity",
      account({ status: "rejected", email_verified_at: CONFIRMED }),
      "/user-information",
    ],
    ["a verified account", account({ status: "verified", email_verified_at: CONFIRMED }), "/dashboard"],
  ])("%s belongs at one address alone", async (_who, session, home) => {
    for (const page of PAGES) {
      expect(await guarded(session, page), page).toBe(page === home ? "stays" : home);
    }
    expect(sessionStore.get()).toEqual(session);
  });
});

test("someone verified who has begun an exchange goes on with it", async () => {
  localStorage.setItem("pageExchange", '{"amount":"100.00","from":"AUD","to":"BTC"}');
  const verified = account({ status: "verified", email_verified_at: CONFIRMED });
  expect(await guarded(verified, "/user-information")).toBe("/dashboard/currency-exchange");
});
