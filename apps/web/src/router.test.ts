import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { standInApi } from "./testing/stand-in-api.ts";
import { userOf } from "./testing/users.ts";
import { makeRouter } from "./router.tsx";
import { sessionStore } from "./session/session-store.ts";
import { createClients } from "./clients.ts";

test.each([
  ["from the identity form", "/user-information", "registered", 2],
  ["from another section", "/dashboard/bank-account", "verified", 1],
] as const)(
  "%s to personal information, user data are asked for as often as they must be",
  async (_from, from, status, times) => {
    const customer = userOf("AU");
    const api = standInApi({
      "sessions.current": () => ({ ...customer, user: { ...customer.user, status } }),
    });
    const router = makeRouter(createClients(), {
      history: createMemoryHistory({ initialEntries: [from] }),
    });
    await router.load();
    expect(router.state.location.pathname).toBe(from);
    expect(api.inputs("sessions.current")).toHaveLength(1);

    api.answer("sessions.current", () => userOf("NG"));
    const visited: string[] = [];
    router.subscribe("onBeforeLoad", ({ toLocation }) => void visited.push(toLocation.pathname));
    await router.navigate({ to: "/dashboard/personal-information" });
    expect(router.state.location.pathname).toBe("/dashboard/personal-information");
    // By what was known before, the guard would have sent the customer back to the form first.
    expect(visited).not.toContain("/user-information");
    expect(api.inputs("sessions.current")).toHaveLength(times);
    expect(sessionStore.get()?.user.default_country).toBe(times === 2 ? "NG" : "AU");
  },
);
