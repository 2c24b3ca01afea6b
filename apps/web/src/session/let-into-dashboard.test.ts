import { waitFor } from "@testing-library/react";
import type { UserData } from "@wattle/contracts/accounts";
import { afterEach, expect, test, vi } from "vitest";
import { userOf } from "../testing/users.ts";
import type { Clients } from "../trpc.ts";
import { letIntoDashboard } from "./dashboard-guard.ts";
import { leave } from "./session-lost.ts";
import { sessionStore, setSession } from "./session-store.ts";

const verified = userOf("AU");
const blocked: UserData = { ...verified, user: { ...verified.user, status: "blocked" } };
const pending: UserData = { ...verified, user: { ...verified.user, status: "pending" } };

/** A server whose answer about the session comes when `answer` is called. */
function askedServer() {
  let settle: { resolve: (session: UserData | null) => void; reject: (error: Error) => void };
  const answered = new Promise<UserData | null>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const clients = { utils: { sessions: { current: { fetch: () => answered } } } } as unknown as Clients;
  return {
    clients,
    answer: (session: UserData | null) => settle.resolve(session),
    fail: () => settle.reject(new Error("no line")),
  };
}

const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
afterEach(() => {
  left.mockClear();
  setSession(null);
});

/** Whether `promise` is settled once everything that is due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  await new Promise((resolve) => setTimeout(resolve));
  return settled;
}

test("someone whom the browser knows as verified does not wait for the server", async () => {
  setSession(verified);
  const { clients } = askedServer();
  expect(await isSettled(letIntoDashboard(clients))).toBe(true);
});

test.each([
  ["a guest", null],
  ["someone whose identity is being checked", pending],
  ["someone blocked", blocked],
])("%s waits for the server", async (_who, known) => {
  setSession(known);
  const { clients, answer } = askedServer();
  const entering = letIntoDashboard(clients);
  expect(await isSettled(entering)).toBe(false);
  answer(verified);
  await entering;
  expect(sessionStore.get()).toEqual(verified);
});

test.each([
  ["knows the session no more", null, "/teamaccess/login"],
  ["has blocked the customer since", blocked, "/access-denied"],
  ["asks for the identity again", pending, "/user-information"],
])("let in early, and the server %s: out again", async (_what, session, target) => {
  setSession(verified);
  const { clients, answer } = askedServer();
  await letIntoDashboard(clients);
  expect(left).not.toHaveBeenCalled();
  answer(session);
  await waitFor(() => expect(left).toHaveBeenCalledWith(target));
});

test("let in early, and the line breaks: stays, knowing what was known", async () => {
  setSession(verified);
  const { clients, fail } = askedServer();
  await letIntoDashboard(clients);
  fail();
  await new Promise((resolve) => setTimeout(resolve));
  expect(left).not.toHaveBeenCalled();
  expect(sessionStore.get()).toEqual(verified);
});
