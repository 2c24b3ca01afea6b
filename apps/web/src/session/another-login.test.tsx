import { act, screen, waitFor } from "@testing-library/react";
import type { UserData } from "@wattle/contracts/accounts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CsvLinks } from "../history/csv-links.tsx";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi, type Answerer } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
import { createClients } from "../clients.ts";
import { trpc } from "../trpc.ts";
import { leave } from "./session-lost.ts";
import { pageOwner, sessionStore, setSession } from "./session-store.ts";
import { SNAPSHOT_KEY } from "./snapshot-key.ts";
import { useSessionRefresh } from "./use-session-refresh.ts";

const CASEY = userOf("AU");
const OTHER: UserData = {
  ...CASEY,
  user: { ...CASEY.user, id: "other", first_name: "Olive", last_name: "Other" },
};

/** A browser's other tabs: what this page tells them, and what they say to it. */
class Tabs extends EventTarget {
  static told: unknown[] = [];
  static open: Tabs | undefined;
  constructor() {
    super();
    Tabs.open = this;
  }
  postMessage(owner: unknown): void {
    Tabs.told.push(owner);
  }
  close(): void {
    Tabs.open = undefined;
  }
}
const say = (owner: string): boolean | undefined =>
  Tabs.open?.dispatchEvent(new MessageEvent("message", { data: owner }));

const reloaded = vi.spyOn(leave, "andReturn").mockImplementation(() => undefined);
beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", Tabs);
  Tabs.told = [];
  reloaded.mockClear();
});
afterEach(() => window.history.replaceState(null, "", "/"));

/** The server: `loggedIn` is who the browser's cookie is of. A page that says it is someone else's is refused. */
function serve(loggedIn: UserData | null, more: Readonly<Record<string, Answerer>> = {}) {
  const server = { loggedIn };
  const judged =
    (answer: Answerer): Answerer =>
    (input) => {
      const said = new Headers(vi.mocked(fetch).mock.lastCall?.[1]?.headers).get("X-Page-Of");
      if (server.loggedIn !== null && said !== null && said !== server.loggedIn.user.id)
        throw new Refusal("another_login");
      return answer(input);
    };
  const all = { "sessions.current": () => server.loggedIn, ...more };
  standInApi(Object.fromEntries(Object.entries(all).map(([path, answer]) => [path, judged(answer)])));
  return server;
}

function Refresher() {
  useSessionRefresh();
  const { data } = trpc.sessions.current.useQuery(undefined, { staleTime: 30_000 });
  return <p>{data === undefined ? "asking" : (data?.user.first_name ?? "no one")}</p>;
}

describe("a page of someone", () => {
  beforeEach(() => setSession(CASEY));

  test("is loaded again once a call was refused, and asks who is logged in", async () => {
    serve(OTHER, { "balances.get": () => [] });
    await expect(createClients().trpcClient.balances.get.query()).rejects.toThrow("login changed");
    expect(reloaded).toHaveBeenCalledOnce();
    expect(localStorage.getItem(SNAPSHOT_KEY)).toBeNull();
  });

  test("leaves the record of the one who is logged in now, made by another tab", async () => {
    serve(OTHER, { "balances.get": () => [] });
    localStorage.setItem(SNAPSHOT_KEY, JSON.stringify(OTHER));
    await expect(createClients().trpcClient.balances.get.query()).rejects.toThrow();
    expect(localStorage.getItem(SNAPSHOT_KEY)).toBe(JSON.stringify(OTHER));
  });

  test("is loaded again as soon as another tab logs in as someone else", async () => {
    const server = serve(CASEY);
    await renderScreen(<Refresher />, "/");
    expect(await screen.findByText("Casey")).toBeDefined();
    server.loggedIn = OTHER;
    say("other");
    await waitFor(() => expect(reloaded).toHaveBeenCalled());
    expect(screen.queryByText("Olive")).toBeNull();
    expect(pageOwner()).toBe(CASEY.user.id);
  });

  test("goes on if another tab logs in as the same account, or says what is not so", async () => {
    serve(CASEY);
    await renderScreen(<Refresher />, "/");
    await screen.findByText("Casey");
    say(CASEY.user.id);
    expect(fetch).toHaveBeenCalledTimes(1);
    say("other");
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    await screen.findByText("Casey");
    expect(reloaded).not.toHaveBeenCalled();
  });

  test("leaves as soon as another tab logs out", async () => {
    const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
    window.history.replaceState(null, "", "/dashboard/deposit-money");
    const server = serve(CASEY);
    await renderScreen(<Refresher />, "/");
    await screen.findByText("Casey");
    server.loggedIn = null;
    say("guest");
    await waitFor(() => expect(left).toHaveBeenCalledWith("/teamaccess/login"));
  });

  test("is loaded again once a file was asked for, which the browser does by itself", async () => {
    const server = serve(CASEY);
    await renderScreen(
      <>
        <Refresher />
        <CsvLinks search={{}} />
      </>,
      "/",
    );
    await screen.findByText("Casey");
    server.loggedIn = OTHER;
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Download CSV" });
    expect(new URL(link.href).searchParams.get("page_of")).toBe(CASEY.user.id);
    link.click();
    await waitFor(() => expect(reloaded).toHaveBeenCalled());
  });

  test("asks when the browser shows it again from its cache", async () => {
    const server = serve(CASEY);
    await renderScreen(<Refresher />, "/");
    await screen.findByText("Casey");
    server.loggedIn = OTHER;
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await waitFor(() => expect(reloaded).toHaveBeenCalled());
  });
});

test("a page that was loaded again says whose it is now, once", async () => {
  sessionStorage.setItem("anotherLogin", "1");
  setSession(OTHER);
  serve(OTHER);
  await renderScreen(<Refresher />, "/");
  expect((await screen.findByRole("status")).textContent).toContain("logged in as Olive Other");
  expect(sessionStorage.getItem("anotherLogin")).toBeNull();
});

describe("a visitor's page", () => {
  test("becomes the page of the one who logs in at another tab, without being loaded again", async () => {
    const server = serve(null);
    await renderScreen(<Refresher />, "/");
    expect(await screen.findByText("no one")).toBeDefined();
    server.loggedIn = OTHER;
    say("other");
    expect(await screen.findByText("Olive")).toBeDefined();
    expect(sessionStore.get()?.user.id).toBe("other");
    expect(reloaded).not.toHaveBeenCalled();
  });

  test("reads on if no tab said so, and then knows", async () => {
    const server = serve(null, { "currencies.list": () => [] });
    await renderScreen(<Refresher />, "/");
    await screen.findByText("no one");
    server.loggedIn = OTHER;
    expect(await createClients().trpcClient.currencies.list.query()).toEqual([]);
    expect(await screen.findByText("Olive")).toBeDefined();
  });

  test("never acts for them", async () => {
    const acted = vi.fn<() => null>(() => null);
    serve(OTHER, { "sessions.logout": acted });
    setSession(null);
    await expect(createClients().trpcClient.sessions.logout.mutate()).rejects.toThrow();
    expect(acted).not.toHaveBeenCalled();
  });
});

test("a page tells the other tabs of its logins and logouts, and of nothing else", async () => {
  setSession(CASEY);
  serve(CASEY);
  await renderScreen(<Refresher />, "/");
  await screen.findByText("Casey");
  act(() => setSession({ ...CASEY }));
  expect(Tabs.told).toEqual([]);
  act(() => setSession(null));
  act(() => setSession(OTHER));
  expect(Tabs.told).toEqual(["guest", "other"]);
});
