import type { IdentityState } from "@wattle/contracts/identity";
import { CHECK_AGAIN } from "@wattle/contracts/identity-checks";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { leave } from "../session/session-lost.ts";
import { UserInformationPage } from "./user-information-page.tsx";

const WHOLE: IdentityState = {
  status: "registered",
  reason: null,
  draft: {
    first_name: "Mary",
    last_name: "Sample",
    date_of_birth: "1990-02-28",
    street: "1 Example Street",
    city: "Sampleton",
    state: "NSW",
    postcode: "2000",
    address_country: "AU",
    document_type: "passport",
    document_country: "AU",
    document_number: "PA1234567",
    about: {
      occupation: "employed",
      purpose: "investing",
      source_of_funds: "salary",
      expected_monthly: "1000_5000",
      politically_exposed: false,
    },
  },
  documents: [],
  check: { provider: "sumsub", state: "none" },
  submitted_at: null,
  decided_at: null,
  saved_at: "2026-01-01T00:00:00.000Z",
};
const URL_THERE = "https://in.sumsub.com/websdk/p/x";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type CheckState = NonNullable<IdentityState["check"]>["state"];

async function page(
  state: CheckState,
  changes: Partial<IdentityState> = {},
  start: () => unknown = () => ({ url: URL_THERE }),
) {
  const assign = vi.spyOn(leave, "elsewhere").mockReturnValue();
  const identity = { ...WHOLE, check: { provider: "sumsub" as const, state }, ...changes };
  const api = standInApi({
    "sessions.current": () => null,
    "bankAccounts.list": () => [],
    "identity.get": () => identity,
    "identity.save": () => identity,
    "identity.startCheck": start,
    "identity.send": () => ({ ...identity, status: "pending" }),
  });
  await renderScreen(<UserInformationPage emailConfirmed={false} />, "/user-information");
  return { api, assign, user: userEvent.setup() };
}

test("one button keeps the answers and leads to the provider, by keyboard; no photo is asked", async () => {
  const { user, assign } = await page("none");
  expect(
    await screen.findByText("Next, Sumsub checks your ID and your face. Have your ID and a camera ready."),
  ).toBeDefined();
  expect(screen.queryByText("Photos")).toBeNull();
  const button = screen.getByRole("button", { name: "Continue to ID check" });
  button.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(assign).toHaveBeenCalledWith(URL_THERE));
  expect(button.getAttribute("aria-disabled")).toBe("true");
});

test("if the provider is away, the customer reads so, stays and can try again", async () => {
  let calls = 0;
  const { user, assign } = await page("started", {}, () => {
    calls += 1;
    if (calls === 1) throw new Refusal("service_unavailable");
    return { url: URL_THERE };
  });
  const button = await screen.findByRole("button", { name: "Continue to ID check" });
  expect(screen.getByText(/You haven’t finished at Sumsub yet/)).toBeDefined();
  await user.click(button);
  await waitFor(() => expect(calls).toBe(1));
  expect(assign).not.toHaveBeenCalled();
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false));
  await user.click(button);
  await waitFor(() => expect(assign).toHaveBeenCalledWith(URL_THERE));
});

test("while the provider checks there is nothing to do, and a way back to it", async () => {
  const { user, assign } = await page("checking");
  expect(await screen.findByRole("heading", { level: 1, name: "We’re checking your ID" })).toBeDefined();
  expect(screen.queryByText("Review your details")).toBeNull();
  const back = screen.getByRole("button", { name: "Go back to Sumsub" });
  await user.click(back);
  await waitFor(() => expect(assign).toHaveBeenCalledWith(URL_THERE));
  // Until the browser has left, a second press would make a second link.
  expect(back.getAttribute("aria-disabled")).toBe("true");
  fireEvent(window, new PageTransitionEvent("pageshow", { persisted: true }));
  await waitFor(() => expect(back.getAttribute("aria-disabled")).not.toBe("true"));
});

test("someone who may try again reads why, and goes there at once", async () => {
  await page("retry", { status: "rejected", reason: CHECK_AGAIN });
  expect(await screen.findByText(CHECK_AGAIN)).toBeDefined();
  expect(screen.getByText("We’ve kept your answers.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Continue to ID check" })).toBeDefined();
});

test("once the provider has answered, the details are submitted as without one", async () => {
  const { user, assign } = await page("done");
  await user.click(await screen.findByRole("button", { name: "Submit details" }));
  expect(await screen.findByRole("heading", { level: 1, name: "We’re checking your details" })).toBeDefined();
  expect(assign).not.toHaveBeenCalled();
});
