import type { IdentityState } from "@wattle/contracts/identity";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { later, NoAnswer, Refusal, standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { UserInformationPage } from "./user-information-page.tsx";

const SAVED = "2026-01-01T00:00:00.000Z";

const COMPLETE: IdentityState = {
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
  documents: [
    {
      id: "d1",
      side: "front",
      file_name: "passport.png",
      bytes: 1024,
      media_type: "image/png",
      created_at: SAVED,
    },
    {
      id: "d2",
      side: "selfie",
      file_name: "me.png",
      bytes: 1024,
      media_type: "image/png",
      created_at: SAVED,
    },
  ],
  check: null,
  submitted_at: null,
  decided_at: null,
  saved_at: SAVED,
};

const PENDING: IdentityState = {
  ...COMPLETE,
  status: "pending",
  submitted_at: "2026-01-02T00:00:00.000Z",
};
const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });

/** The form at its last step, and a server that keeps what it is sent. */
async function lastStep() {
  let state = COMPLETE;
  const user = userEvent.setup();
  const api = standInApi({
    "sessions.current": () => null,
    "identity.get": () => state,
    "identity.save": (input) => {
      state = { ...state, draft: { ...state.draft, ...(input as IdentityState["draft"]) } };
      return state;
    },
    "identity.send": () => (state = PENDING),
  });
  await renderScreen(<UserInformationPage emailConfirmed={false} />, "/user-information");
  await screen.findByText("Step 5 of 5");
  return { user, api };
}

/** Changes the last name, and comes back to the last step. */
async function changeLastName(user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  await user.click(screen.getByRole("button", { name: /^Edit.*Who you are$/ }));
  await user.clear(screen.getByLabelText("Last name"));
  await user.type(screen.getByLabelText("Last name"), name);
  await user.tab();
  for (const _step of ["Who you are", "Your plans", "Where you live", "Your ID"]) {
    await user.click(screen.getByRole("button", { name: "Continue" }));
  }
  await screen.findByText("Step 5 of 5");
}

test("the home address cannot be in a country that is refused; the document may be of one", async () => {
  const { user } = await lastStep();
  const choicesOf = (label: string): string[] =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value);
  await user.click(screen.getByRole("button", { name: /^Edit.*Where you live$/ }));
  expect(choicesOf("Country")).toContain("NZ");
  expect(choicesOf("Country")).not.toContain("KP");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(choicesOf("Issuing country")).toContain("KP");
});

test.each([
  ["without photos", [], "quiet"],
  ["with every photo", COMPLETE.documents, "primary"],
])("on a phone %s, the way on is loud only once they are there", async (_what, documents, kind) => {
  const phone = Object.assign(new EventTarget(), { matches: true });
  vi.spyOn(window, "matchMedia").mockReturnValue(phone as MediaQueryList);
  const draft = { ...COMPLETE.draft, document_number: "" };
  standInApi({ "sessions.current": () => null, "identity.get": () => ({ ...COMPLETE, draft, documents }) });
  await renderScreen(<UserInformationPage emailConfirmed={false} />, "/user-information");
  const onwards = await screen.findByRole("button", { name: "Continue" });
  expect(screen.getByText("Step 4 of 5")).toBeDefined();
  expect(onwards.className).toContain(kind);
});

describe("the questions of the second step", () => {
  const { about: _about, ...unasked } = COMPLETE.draft;

  async function open(state: Partial<IdentityState>) {
    const api = standInApi({
      "sessions.current": () => null,
      "identity.get": () => ({ ...COMPLETE, ...state }),
      "identity.save": () => COMPLETE,
    });
    await renderScreen(<UserInformationPage emailConfirmed={false} />, "/user-information");
    return api;
  }

  test("are asked next, each says what it lacks, and an answer is kept at once", async () => {
    const api = await open({ draft: unasked });
    expect(await screen.findByText("Step 2 of 5")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    const groups = screen.getAllByRole("radiogroup");
    expect(groups.map((group) => group.getAttribute("aria-invalid"))).toEqual(Array(5).fill("true"));
    expect(screen.getByText("Occupation is a required field")).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Employed" }));
    await userEvent.click(screen.getByRole("radio", { name: "Retired" }));
    await userEvent.click(screen.getByRole("radio", { name: "Yes" }));
    expect(screen.queryByText("Occupation is a required field")).toBeNull();
    await waitFor(() =>
      expect(api.inputs("identity.save")).toEqual([
        { about: { occupation: "retired" } },
        { about: { politically_exposed: true } },
      ]),
    );
    expect(screen.getByText("Purpose is a required field")).toBeDefined();
  });

  test("begin with what was kept, and are chosen by keyboard", async () => {
    await open({ draft: { ...unasked, about: { occupation: "student" } } });
    await screen.findByText("Step 2 of 5");
    const student = screen.getByRole<HTMLInputElement>("radio", { name: "Student" });
    expect(student.checked).toBe(true);
    student.focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Retired" }).checked).toBe(true);
  });

  test("are left out by those who sent a form before they were asked", async () => {
    await open({ draft: unasked, status: "rejected", reason: "Name.", submitted_at: SAVED });
    expect(await screen.findByText("Step 1 of 5")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(screen.getByText("Step 3 of 5")).toBeDefined();
  });

  test("are where the server’s refusal shows", async () => {
    const { user, api } = await lastStep();
    api.answer("identity.send", () => {
      throw new Refusal("validation_failed", { "about.purpose": ["Purpose is a required field"] });
    });
    await user.click(screen.getByRole("button", { name: "Submit details" }));
    expect(await screen.findByText("Step 2 of 5")).toBeDefined();
    expect(screen.getAllByText("Purpose is a required field").length).toBeGreaterThan(0);
  });
});

describe("a form that was sent back", () => {
  const REJECTED = { status: "rejected", decided_at: "2026-01-03T00:00:00.000Z" } as const;
  const replaced = (side: string) => ({
    ...COMPLETE,
    ...REJECTED,
    documents: COMPLETE.documents.map((document) =>
      document.side === side ? { ...document, created_at: "2026-01-04T00:00:00.000Z" } : document,
    ),
  });

  async function open(state: Partial<IdentityState>): Promise<void> {
    standInApi({
      "sessions.current": () => null,
      "identity.get": () => ({ ...COMPLETE, ...REJECTED, ...state }),
    });
    await renderScreen(<UserInformationPage emailConfirmed={false} />, "/user-information");
  }
  const goesOn = () => screen.getByRole<HTMLButtonElement>("button", { name: "Continue" });

  const isMarked = (label: string) => screen.getByLabelText(label).getAttribute("aria-invalid") === "true";

  test("for a photo marks it, says when it was sent, and goes on once it is replaced", async () => {
    const reason = "A part of the document is cut off. Show all four corners.";
    await open({ reason });
    expect(await screen.findByText(reason)).toBeDefined();
    expect(screen.getByText("Step 4 of 5")).toBeDefined();
    expect(await screen.findByText("Replace this photo")).toBeDefined();
    expect([isMarked("Photo of your ID"), isMarked("Selfie with your ID")]).toEqual([true, false]);
    expect(screen.getAllByText("Sent on 1 Jan 2026.")).toHaveLength(2);
    expect(screen.queryByRole("img", { name: "passport.png" })).toBeNull();
    expect(goesOn().disabled).toBe(true);
    expect(document.getElementById(goesOn().getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Replace the marked photo to continue.",
    );
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(goesOn().disabled).toBe(false);
    expect(goesOn().getAttribute("aria-describedby")).toBeNull();
  });

  test("for one of several photos marks each of them", async () => {
    await open({ reason: "The photo is blurred. Take it again in good light." });
    expect(await screen.findAllByText("Replace this photo if it’s the one we mean")).toHaveLength(2);
    expect([isMarked("Photo of your ID"), isMarked("Selfie with your ID")]).toEqual([true, true]);
    expect(screen.getByText("Replace one of the marked photos to continue.")).toBeDefined();
    expect(goesOn().disabled).toBe(true);
  });

  test("in staff's own words opens where they point to, and goes on at once", async () => {
    await open({ reason: "We could not read the scan on our side. Send it again as it is." });
    expect(await screen.findByText("Step 4 of 5")).toBeDefined();
    await screen.findByLabelText("Photo of your ID");
    expect([isMarked("Photo of your ID"), isMarked("Selfie with your ID")]).toEqual([false, false]);
    expect(goesOn().disabled).toBe(false);
  });

  test.each([
    ["another photo", "selfie", "Step 4 of 5"],
    ["the wrong photo", "front", "Step 5 of 5"],
  ])("and has had %s replaced opens there: %s, %s", async (_what, side, step) => {
    await open({ ...replaced(side), reason: "A part of the document is cut off. Show all four corners." });
    expect(await screen.findByText(step)).toBeDefined();
    expect(screen.queryByText(/You can’t change these/)).toBeNull();
  });

  test("for an answer opens at its step, and goes on at once", async () => {
    await open({ reason: "The name isn’t the one on the document. Enter it as it is there." });
    expect(await screen.findByText("Step 1 of 5")).toBeDefined();
    expect(goesOn().disabled).toBe(false);
  });
});

describe("sending", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("waits for an answer that is still being kept, and sends then", async () => {
    const { user, api } = await lastStep();
    const slow = later();
    api.answer("identity.save", () => slow.promise);
    await changeLastName(user, "Other");
    await user.click(screen.getByRole("button", { name: "Submit details" }));
    expect(api.inputs("identity.send")).toHaveLength(0);
    expect(screen.getByRole("button", { name: "Submit details" }).ariaBusy).toBe("true");

    api.answer("identity.save", () => COMPLETE);
    slow.answer(COMPLETE);
    expect(await heading("We’re checking your details")).toBeDefined();
    expect(api.inputs("identity.send")).toHaveLength(1);
  });

  test("takes the answers of the second step with it", async () => {
    const { user, api } = await lastStep();
    await user.click(screen.getByRole("button", { name: "Submit details" }));
    expect(await heading("We’re checking your details")).toBeDefined();
    expect(api.inputs("identity.send")).toEqual([{ about: COMPLETE.draft.about }]);
  });

  test("keeps first what could not be kept before", async () => {
    const { user, api } = await lastStep();
    api.answer("identity.save", () => {
      throw new NoAnswer();
    });
    await changeLastName(user, "Other");
    await waitFor(() => expect(api.inputs("identity.save")).toHaveLength(1));

    // Still no line: nothing is sent, for it would be the old name.
    await user.click(screen.getByRole("button", { name: "Submit details" }));
    await waitFor(() => expect(api.inputs("identity.save")).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole("button", { name: "Submit details" }).ariaBusy).toBe(null));
    expect(api.inputs("identity.send")).toHaveLength(0);

    api.answer("identity.save", () => COMPLETE);
    await user.click(screen.getByRole("button", { name: "Submit details" }));
    expect(await heading("We’re checking your details")).toBeDefined();
    expect(api.inputs("identity.save").at(-1)).toEqual({
      ...COMPLETE.draft,
      middle_name: "",
      last_name: "Other",
    });
  });

  test("is not undone by an older answer that comes after it", async () => {
    const { user, api } = await lastStep();
    const older = later();
    api.answer("identity.get", () => older.promise);
    // Coming back to the page after a while asks for the form again.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    window.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(api.inputs("identity.get")).toHaveLength(2));

    await user.click(screen.getByRole("button", { name: "Submit details" }));
    expect(await heading("We’re checking your details")).toBeDefined();
    older.answer(COMPLETE);
    // Some turns, in which the answer would arrive.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    expect(await heading("We’re checking your details")).toBeDefined();
  });
});
