import { act, render, screen, waitFor } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ErrorCode } from "@wattle/contracts/errors";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { createClients } from "../clients.ts";
import { trpc } from "../trpc.ts";
import { CAPTCHA_DELAY_MILLISECONDS, useCaptcha } from "./use-captcha.tsx";

interface Handlers {
  readonly onSolved: (token: string) => void;
  readonly onExpired: () => void;
}
const widgets: Handlers[] = [];
vi.mock("./captcha-widget.tsx", () => ({
  AltchaWidget: (handlers: Handlers) => {
    if (!widgets.includes(handlers)) widgets.push(handlers);
    return <p>the widget</p>;
  },
  RecaptchaWidget: ({ siteKey }: { readonly siteKey: string }) => <p>reCAPTCHA {siteKey}</p>,
}));

let captcha: ReturnType<typeof useCaptcha>;
/** How the form's call is answered, one code after the other, and what it was made with. */
let refusals: (ErrorCode | undefined)[] = [];
let sentWith: (string | null)[] = [];
const send = (pass: string | null) => {
  sentWith.push(pass);
  return Promise.resolve(refusals.shift());
};

function Form({ wanted }: { readonly wanted: boolean }) {
  const used = useCaptcha({ wanted, send });
  useLayoutEffect(() => {
    captcha = used;
  });
  return <form>{used.widget}</form>;
}

function show(wanted = true): void {
  const clients = createClients();
  render(
    <trpc.Provider client={clients.trpcClient} queryClient={clients.queryClient}>
      <QueryClientProvider client={clients.queryClient}>
        <Form wanted={wanted} />
      </QueryClientProvider>
    </trpc.Provider>,
  );
}

const pass = (name: string) => ({
  pass: name,
  expires_at: new Date(Date.now() + 600_000).toISOString(),
});
const ALTCHA = { "captcha.settings": () => ({ provider: "altcha", site_key: null }) };

beforeEach(() => {
  widgets.length = 0;
  refusals = [];
  sentWith = [];
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

describe("the captcha of a form", () => {
  test("appears half a second after the form", async () => {
    standInApi(ALTCHA);
    show();
    await act(() => vi.advanceTimersByTimeAsync(CAPTCHA_DELAY_MILLISECONDS - 100));
    expect(screen.queryByText("the widget")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(100));
    await waitFor(() => expect(screen.getByText("the widget")).toBeDefined());
  });

  test("a form that is sent early waits for the pass, and a second call gets another one", async () => {
    const api = standInApi({ ...ALTCHA, "captcha.check": () => pass("first") });
    show();
    const solved = captcha.solve();
    await waitFor(() => expect(widgets.length).toBeGreaterThan(0));
    act(() => widgets.at(-1)?.onSolved("payload"));
    await expect(solved).resolves.toBe("first");
    expect(api.inputs("captcha.check")).toEqual([{ recaptchaToken: "payload" }]);
    await expect(captcha.solve()).resolves.toBe("first");

    api.answer("captcha.check", () => pass("second"));
    act(() => captcha.reset());
    const again = captcha.solve();
    act(() => widgets.at(-1)?.onSolved("another"));
    await expect(again).resolves.toBe("second");
  });

  test("a refused solution is shown, and the check begins again", async () => {
    const api = standInApi({
      ...ALTCHA,
      "captcha.check": () => {
        throw new Refusal("captcha_failed");
      },
    });
    show();
    const solved = captcha.solve();
    await waitFor(() => expect(widgets.length).toBeGreaterThan(0));
    act(() => widgets.at(-1)?.onSolved("payload"));
    await expect(solved).resolves.toBeUndefined();
    await waitFor(() => expect(screen.getByText("Complete the robot check.")).toBeDefined());
    api.answer("captcha.check", () => pass("good"));
    const again = captcha.solve();
    act(() => widgets.at(-1)?.onSolved("payload"));
    await expect(again).resolves.toBe("good");
  });

  test("a form sent before its widget was solved goes off once it is, however long that took", async () => {
    standInApi({ ...ALTCHA, "captcha.check": () => pass("late") });
    show();
    await act(async () => void captcha.submit());
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText("Complete the robot check.")).toBeDefined();
    expect(sentWith).toEqual([]);
    act(() => widgets.at(-1)?.onSolved("payload"));
    await waitFor(() => expect(sentWith).toEqual(["late"]));
    await waitFor(() => expect(captcha.sending).toBe(false));
    expect(screen.queryByText("Complete the robot check.")).toBeNull();
  });

  test("a form that learns only now that it needs one is sent again by itself", async () => {
    standInApi({ ...ALTCHA, "captcha.check": () => pass("asked for") });
    show(false);
    refusals = ["captcha_required"];
    await act(async () => void captcha.submit());
    await act(() => vi.advanceTimersByTimeAsync(CAPTCHA_DELAY_MILLISECONDS));
    await waitFor(() => expect(widgets.length).toBeGreaterThan(0));
    act(() => widgets.at(-1)?.onSolved("payload"));
    await waitFor(() => expect(sentWith).toEqual([null, "asked for"]));
    await waitFor(() => expect(captcha.sending).toBe(false));
  });

  test("a pass that has expired is not used", async () => {
    const api = standInApi({ ...ALTCHA, "captcha.check": () => pass("old") });
    show();
    const solved = captcha.solve();
    await waitFor(() => expect(widgets.length).toBeGreaterThan(0));
    act(() => widgets.at(-1)?.onSolved("payload"));
    await expect(solved).resolves.toBe("old");
    await act(() => vi.advanceTimersByTimeAsync(600_001));
    api.answer("captcha.check", () => pass("new"));
    const again = captcha.solve();
    act(() => widgets.at(-1)?.onSolved("payload"));
    await expect(again).resolves.toBe("new");
  });

  test.each([
    ["the server wants none", true, { "captcha.settings": () => ({ provider: "none", site_key: null }) }],
    ["the form wants none yet", false, ALTCHA],
  ])("where %s there is no widget and nothing to wait for", async (_what, wanted, answers) => {
    standInApi(answers);
    show(wanted);
    await act(() => vi.advanceTimersByTimeAsync(CAPTCHA_DELAY_MILLISECONDS + 100));
    await expect(captcha.solve()).resolves.toBeNull();
    expect(screen.queryByText("the widget")).toBeNull();
  });

  test("reCAPTCHA gets its site key", async () => {
    standInApi({ "captcha.settings": () => ({ provider: "recaptcha", site_key: "key-1" }) });
    show();
    await act(() => vi.advanceTimersByTimeAsync(CAPTCHA_DELAY_MILLISECONDS));
    await waitFor(() => expect(screen.getByText("reCAPTCHA key-1")).toBeDefined());
  });
});
