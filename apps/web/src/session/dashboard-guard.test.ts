// @vitest-environment node
import type { UserData } from "@wattle/contracts/accounts";
import { expect, test } from "vitest";
import { userOf } from "../testing/users.ts";
import { guardTarget } from "./dashboard-guard.ts";

const verified = userOf("AU");
const with_ = (changes: Partial<UserData["user"]>): UserData => ({
  ...verified,
  user: { ...verified.user, ...changes },
});

test.each([
  ["a verified customer stays", with_({}), undefined],
  [
    "staff belong to the desk, whatever their account says",
    { ...with_({ email_verified_at: null, roles: [{ name: "finance" }] }), role: "finance" as const },
    "/teamaccess",
  ],
  [
    "a blocked one, whatever else is missing",
    with_({ status: "blocked", email_verified_at: null }),
    "/access-denied",
  ],
  [
    "an unconfirmed email comes before the identity",
    with_({ status: "registered", email_verified_at: null }),
    "/email-not-verify",
  ],
  ["identity not sent", with_({ status: "registered" }), "/user-information"],
  ["identity being checked", with_({ status: "pending" }), "/user-information"],
  ["identity rejected", with_({ status: "rejected" }), "/user-information"],
])("%s", (_title, session, target) => {
  expect(guardTarget(session)).toBe(target);
});
