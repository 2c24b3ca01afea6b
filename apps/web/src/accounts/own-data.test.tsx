import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ConfirmationHost } from "../confirmation/confirmation-host.tsx";
import { leave } from "../session/session-lost.ts";
import { setSession } from "../session/session-store.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { standInApi } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { OwnData } from "./own-data.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearAlerts();
});

const zip = (): Response =>
  new Response("PK", { headers: { "content-disposition": 'attachment; filename="data-2026-11-22.zip"' } });
const refusal = (status: number, code: string, message: string) => (): Response =>
  Response.json({ code, message }, { status });

/** Shows the setting; the archive's address gives the answers, one after another. */
async function show(...answers: (() => Response | Promise<Response>)[]) {
  const confirmed = { done: 0 };
  standInApi({
    "secondFactor.status": () => ({
      totp_since: null,
      recovery_codes_left: 0,
      passkeys: 0,
      needed_first: false,
    }),
    "sessions.confirm": () => {
      confirmed.done += 1;
      return { confirmed_until: "2026-11-22T00:05:00.000Z" };
    },
  });
  const others = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, options: RequestInit) =>
    address === "/api/users/data.zip" ? answers.shift()?.() : others(address, options),
  );
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  await renderScreen(
    <>
      <OwnData />
      <ConfirmationHost />
    </>,
    "/dashboard/personal-information",
  );
  return { saved, confirmed, button: screen.getByRole("button", { name: "Download your data" }) };
}

describe("downloading the own data", () => {
  test("saves the file under the server's name, and shows that it works meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { saved, button } = await show(() => promise);
    await userEvent.click(button);
    expect(button.getAttribute("aria-busy")).toBe("true");
    resolve(zip());
    expect(await screen.findByText("Your data was downloaded")).toBeDefined();
    expect(saved).toHaveBeenCalledOnce();
    expect(button.getAttribute("aria-busy")).toBeNull();
  });

  test.each([
    ["a refusal", refusal(429, "too_many_requests", "Too many tries. Wait a moment."), "Too many tries."],
    ["an answer without a message", () => new Response("", { status: 502 }), "status code 502"],
    ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), "No connection."],
  ])("says what went wrong after %s, and can be tried again", async (_what, answer, text) => {
    const { saved, button } = await show(answer, zip);
    await userEvent.click(button);
    expect((await screen.findByRole("alert")).textContent).toContain(text);
    expect(saved).not.toHaveBeenCalled();
    await userEvent.click(button);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(document.querySelector("#own-data-error")).toBeNull();
  });

  test("asks who is there where the server wants to know, and goes on", async () => {
    const { saved, confirmed, button } = await show(
      refusal(403, "confirmation_required", "Confirm that it is you."),
      zip,
    );
    await userEvent.click(button);
    expect(await screen.findByText(/download your data/)).toBeDefined();
    await userEvent.type(await screen.findByLabelText(/Password/), "Wattle-Demo1{Enter}");
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(confirmed.done).toBe(1);
  });

  test("someone else's login has the page loaded again, and nothing saved", async () => {
    setSession(userOf("AU"));
    const left = vi.spyOn(leave, "andReturn").mockImplementation(() => undefined);
    const { saved, button } = await show(refusal(409, "another_login", "Not yours."));
    await userEvent.click(button);
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(saved).not.toHaveBeenCalled();
  });
});
