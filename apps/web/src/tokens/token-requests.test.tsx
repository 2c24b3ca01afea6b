import type { TokenRequest } from "@wattle/contracts/token-requests";
import type { TokenItem } from "@wattle/contracts/tokens";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { later, standInApi } from "../testing/stand-in-api.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { TokenList } from "./token-list.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
});

const TOKEN: TokenItem = {
  id: "shop",
  name: "Shop",
  hint: "wat_abcd",
  scopes: ["read"],
  addresses: [],
  created_at: "2026-11-20T00:00:00.000Z",
  expires_at: null,
  last_used_at: null,
  last_used_ip: null,
  app_id: null,
};
const request = (path: string, more: Partial<TokenRequest> = {}): TokenRequest => ({
  id: path,
  created_at: "2026-11-20T00:00:00.000Z",
  method: "GET",
  path,
  status: 200,
  idempotency_key: null,
  duration_ms: 1234,
  ...more,
});
const open = async (): Promise<void> => {
  await renderScreen(<TokenList tokens={[TOKEN]} />);
  await userEvent.click(screen.getByRole("button", { name: /^Requests ?of Shop/ }));
};

test("a token's requests are read once they are asked for, with status, time and key", async () => {
  const answer = later();
  const api = standInApi({ "tokens.requests": () => answer.promise });
  await renderScreen(<TokenList tokens={[TOKEN]} />);
  expect(api.inputs("tokens.requests")).toEqual([]);
  const button = screen.getByRole("button", { name: /^Requests/, expanded: false });
  await userEvent.click(button);
  expect(screen.getByRole("button", { name: /^Requests/, expanded: true })).toBeDefined();
  const post = { method: "POST", status: 422, idempotency_key: "order-1" };
  answer.answer({ data: [request("/api/users/transactions", post)], next: null });
  expect((await screen.findByText(/^POST/)).textContent).toBe("POST /api/users/transactions");
  for (const text of ["422", "order-1", /1,234 ms/]) expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
});

test("older ones come on the next page, and newer ones again on the one before", async () => {
  const api = standInApi({
    "tokens.requests": (input: unknown) =>
      (input as { after?: string }).after === undefined
        ? { data: [request("/new")], next: "1.x" }
        : { data: [request("/old")], next: null },
  });
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Older" }));
  expect(await screen.findByText("GET /old")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Newer" }));
  expect(await screen.findByText("GET /new")).toBeDefined();
  expect(api.inputs("tokens.requests")).toEqual([
    { token: "shop", limit: 20 },
    { token: "shop", limit: 20, after: "1.x" },
  ]);
});

test("a token without requests says so", async () => {
  standInApi({ "tokens.requests": () => ({ data: [], next: null }) });
  await open();
  expect(await screen.findByText(/^No requests yet/)).toBeDefined();
});
