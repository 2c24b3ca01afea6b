import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { IdentityCheckReport } from "@wattle/contracts/identity";
import { IDENTITY_CHECKS } from "@wattle/contracts/identity-checks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmationHost } from "../../confirmation/confirmation-host.tsx";
import { ownAddress } from "../../session/call-headers.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { later, Refusal, standInApi } from "../../testing/stand-in-api.ts";
import { setSession } from "../../session/session-store.ts";
import { staffOf } from "../../testing/users.ts";
import { trpc } from "../../trpc.ts";
import { alertStore, clearAlerts } from "../../ui/alert-store.ts";
import type { CustomerFile, WaitingIdentity } from "../parts/answers.ts";
import { activeKeys, useKeyboard } from "../parts/keys.ts";
import { UndoOffer } from "../parts/undo.tsx";
import { IdentityReview } from "./identity-review.tsx";

const onOpen = vi.fn<(row: unknown) => void>();
beforeEach(() => {
  onOpen.mockClear();
  setSession(staffOf("compliance"));
});
afterEach(() => {
  setSession(null);
  clearAlerts();
  vi.unstubAllGlobals();
});

const FILE = {
  user: {
    id: "mary",
    first_name: "Mary",
    last_name: "Applicant",
    email: "mary@mail.example",
    status: "pending",
  },
  identity: {
    form: { first_name: "Mary", date_of_birth: "1988-03-14", document_number: "PA1234567" },
    documents: [
      { id: "photo-1", side: "front", media_type: "image/png" },
      { id: "photo-2", side: "selfie", media_type: "image/png" },
    ],
    submitted_at: "2026-11-22T07:51:00.000Z",
    decided_at: null,
    since_last_try: null,
  },
  on_hold: ["deposits"],
  holds: [],
  history: { data: [], total: 0 },
  duplicates: [
    {
      id: "dan",
      first_name: "Dan",
      last_name: "Mercer",
      email: "dan@mail.example",
      status: "verified",
      created_at: "2026-08-02T01:00:00.000Z",
      shares: ["document_number"],
    },
  ],
} as unknown as CustomerFile;

const BEFORE = { id: "lee" } as WaitingIdentity;

function Page({ file = FILE }: { readonly file?: CustomerFile }) {
  useKeyboard();
  return (
    <>
      <UndoOffer />
      <IdentityReview file={file} before={BEFORE} next={undefined} onOpen={onOpen} />
    </>
  );
}

test("every check is ticked before Verify, by keyboard, and kept with the decision; then the next opens", async () => {
  const api = standInApi({ "ops.customers.verify": () => ({}) });
  await renderScreen(<Page />);
  expect(screen.getByText("PA1234567")).toBeDefined();
  expect(screen.getByText("14 Mar 1988")).toBeDefined();
  expect(screen.getByText("Same document number PA1234567. Customer since 2 Aug 2026")).toBeDefined();
  expect(screen.getByText("Verified")).toBeDefined();
  expect(screen.getByText("Every photo that opens here is in the audit log, with your name.")).toBeDefined();
  await userEvent.keyboard("123456v");
  expect(api.inputs("ops.customers.verify")).toEqual([]);
  await userEvent.keyboard("7v");
  await waitFor(() => expect(onOpen.mock.calls).toEqual([[undefined]]));
  expect(api.inputs("ops.customers.verify")).toEqual([{ id: "mary", checks: [...IDENTITY_CHECKS] }]);
});

const REPORT: IdentityCheckReport = {
  provider: "sumsub",
  state: "approved",
  found: {
    name: "Mary Applicant",
    birth_date: "1988-03-14",
    document: "PASSPORT, AUS",
    document_number: "PA7654321",
  },
  differs: ["document_number"],
  labels: [],
  started_at: "2026-11-22T07:51:00.000Z",
  changed_at: "2026-11-22T08:01:00.000Z",
  url: "https://cockpit.sumsub.com/checkus#/applicant/a/basicInfo",
};

test("a provider that approves ticks what it has checked, and leaves what differs and the flags to the clerk", async () => {
  const api = standInApi({ "ops.customers.verify": () => ({}), "ops.customers.identityCheck": () => REPORT });
  await renderScreen(<Page />);
  expect(await screen.findByText("Approved")).toBeDefined();
  expect(screen.getByText("Not as in the form")).toBeDefined();
  expect(screen.getByRole("link", { name: "Open at Sumsub" }).getAttribute("href")).toBe(REPORT.url);
  expect(screen.getByText("5 of 7")).toBeDefined();
  await userEvent.keyboard("v");
  expect(api.inputs("ops.customers.verify")).toEqual([]);
  await userEvent.keyboard("37v");
  await waitFor(() => expect(api.inputs("ops.customers.verify")).toHaveLength(1));
});

test("one that declines ticks nothing, and gives its reasons", async () => {
  const declined = { ...REPORT, state: "declined" as const, labels: ["FORGERY", "BAD_SELFIE"] };
  standInApi({ "ops.customers.identityCheck": () => declined });
  await renderScreen(<Page />);
  expect(await screen.findByText("FORGERY, BAD_SELFIE")).toBeDefined();
  expect(screen.getByText("0 of 7")).toBeDefined();
});

const WITHOUT_PHOTOS = { ...FILE, identity: { ...FILE.identity, documents: [] } };

test("support does not see a provider's answer, and is not told that no photo was sent", async () => {
  setSession(staffOf("support"));
  const api = standInApi({ "ops.customers.identityCheck": () => REPORT });
  await renderScreen(<Page file={WITHOUT_PHOTOS} />);
  expect(api.inputs("ops.customers.identityCheck")).toEqual([]);
  expect(screen.getByText("There are no photos here.")).toBeDefined();
});

test("an answer that does not arrive is said, and asked for again", async () => {
  const api = standInApi({
    "ops.customers.identityCheck": () => {
      throw new Refusal("forbidden");
    },
  });
  await renderScreen(<Page file={WITHOUT_PHOTOS} />);
  expect(screen.queryByText("No photo was sent.")).toBeNull();
  expect(await screen.findByText("We couldn’t load the identity provider’s answer")).toBeDefined();
  api.answer("ops.customers.identityCheck", () => REPORT);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Sumsub has the photos.")).toBeDefined();
});

test("where no provider was asked, no photos were sent", async () => {
  standInApi({ "ops.customers.identityCheck": () => null });
  await renderScreen(<Page file={WITHOUT_PHOTOS} />);
  expect(await screen.findByText("No photo was sent.")).toBeDefined();
});

/** Reads the provider's answer again, as the desk does if something changed. */
function Refresh() {
  const utils = trpc.useUtils();
  return <button onClick={() => void utils.ops.customers.identityCheck.invalidate()}>Refresh</button>;
}

test("what the clerk said of a check stands before and after a provider's report changes", async () => {
  const first = later();
  const api = standInApi({ "ops.customers.identityCheck": () => first.promise });
  await renderScreen(
    <>
      <Refresh />
      <Page />
    </>,
  );
  const isTicked = (name: RegExp): boolean =>
    screen.getByRole<HTMLInputElement>("checkbox", { name }).checked;
  const photo = /^Photo is complete/;
  await userEvent.click(screen.getByRole("checkbox", { name: photo }));
  first.answer(REPORT);
  expect(await screen.findByText("Approved")).toBeDefined();
  expect(isTicked(photo)).toBe(true);
  expect(screen.getByText("5 of 7")).toBeDefined();
  await userEvent.keyboard("2");
  expect(screen.getByText("4 of 7")).toBeDefined();
  api.answer("ops.customers.identityCheck", () => ({ ...REPORT, state: "declined" }));
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Declined")).toBeDefined();
  expect(screen.getByText("1 of 7")).toBeDefined();
  expect(isTicked(photo)).toBe(true);
});

test("verifying is taken back by one key, and says who", async () => {
  const api = standInApi({ "ops.customers.verify": () => ({}), "ops.customers.unverify": () => ({}) });
  await renderScreen(<Page />);
  await userEvent.keyboard("1234567v");
  expect(await screen.findByText("Mary Applicant verified")).toBeDefined();
  await userEvent.keyboard("z");
  await waitFor(() => expect(api.inputs("ops.customers.unverify")).toEqual([{ id: "mary" }]));
  await waitFor(() =>
    expect(alertStore.get().map(({ text }) => text)).toEqual(["Undone: Mary Applicant verified"]),
  );
});

test("keys go on working after a check is ticked by mouse", async () => {
  const api = standInApi({ "ops.customers.verify": () => ({}) });
  await renderScreen(<Page />);
  await userEvent.keyboard("234567");
  await userEvent.click(screen.getByRole("checkbox", { name: /^Photo is complete/ }));
  await userEvent.keyboard("v");
  await waitFor(() => expect(api.inputs("ops.customers.verify")).toHaveLength(1));
});

test("one that was left while it was being verified opens no other", async () => {
  const verified = later();
  standInApi({ "ops.customers.verify": () => verified.promise });
  const { unmount } = await renderScreen(<Page />);
  await userEvent.keyboard("1234567v");
  unmount();
  verified.answer({});
  await renderScreen(<UndoOffer />);
  expect(await screen.findByText("Mary Applicant verified")).toBeDefined();
  expect(onOpen).not.toHaveBeenCalled();
});

/** The form’s labels and values as they are shown. */
const formFacts = () =>
  [...screen.getByRole("region", { name: "Form" }).querySelectorAll("dl > div")].map((fact) => [
    fact.querySelector("dt")?.textContent,
    fact.querySelector("dd")?.textContent,
  ]);

test("what is compared with the photo is first in the form, and before the checks; the address is one line", async () => {
  standInApi({});
  const form = {
    first_name: "Mary",
    middle_name: "",
    last_name: "Applicant",
    date_of_birth: "1988-03-14",
    street: "1 Example Street",
    city: "Sampleton",
    state: "NSW",
    postcode: "2000",
    address_country: "AU",
    document_type: "driver_licence",
    document_number: "PA1234567",
    document_country: "NZ",
  };
  await renderScreen(<Page file={{ ...againWith({}), identity: { ...againWith({}).identity, form } }} />);
  expect(formFacts()).toEqual([
    ["First name", "Mary"],
    ["Last name", "Applicant"],
    ["Date of birth", "14 Mar 1988"],
    ["Document type", "Driver licence"],
    ["Document number", "PA1234567"],
    ["Issuing country", "New Zealand"],
    ["Address", "1 Example Street, Sampleton NSW 2000, Australia"],
  ]);
  const parts = [
    "May be the same person",
    "Nothing changed since the last attempt.",
    "Form",
    "Checklist",
  ].map((text) => screen.getByText(text));
  for (const [place, part] of parts.slice(1).entries())
    expect(parts[place]?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("the check that is next marks what it compares in the form", async () => {
  standInApi({});
  await renderScreen(<Page />);
  const marked = () =>
    [...document.querySelectorAll("[data-compared]")].map(({ textContent }) => textContent);
  expect(marked()).toEqual([]);
  await userEvent.keyboard("1");
  expect(marked()).toEqual(["Mary"]);
  await userEvent.keyboard("2");
  expect(marked()).toEqual(["PA1234567"]);
  await userEvent.keyboard("34");
  expect(marked()).toEqual(["14 Mar 1988"]);
  await userEvent.keyboard("3");
  expect(marked()).toEqual(["PA1234567"]);
});

test("Space ticks the check that is next, and the photo is enlarged while print is read", async () => {
  standInApi({});
  await renderScreen(<Page />);
  const photo = (): string | undefined =>
    screen.getByRole("img", { name: "Front" }).style.getPropertyValue("--zoom");
  const whole = photo();
  await userEvent.keyboard(" ");
  expect(screen.getByRole("checkbox", { name: /^Photo is complete/ })).toHaveProperty("checked", true);
  expect(photo()).not.toBe(whole);
  await userEvent.keyboard("     ");
  expect(screen.getByText("6 of 7")).toBeDefined();
  expect(photo()).toBe(whole);
  // With the focus on a box, it ticks that one.
  screen.getByRole("checkbox", { name: /^Name matches/ }).focus();
  await userEvent.keyboard(" ");
  expect(screen.getByText("5 of 7")).toBeDefined();
});

test("an address that changed has what it was", async () => {
  standInApi({});
  await renderScreen(
    <Page file={againWith({ changed: [{ field: "city", before: "Oldtown", after: "" }] })} />,
  );
  expect(screen.getByText("Address").nextElementSibling?.textContent).toBe("empty before: Oldtown");
});

test("photos are chosen, enlarged and turned by keyboard", async () => {
  standInApi({});
  await renderScreen(<Page />);
  expect(screen.getByAltText("Front").getAttribute("src")).toBe(ownAddress("/api/ops/documents/photo-1"));
  await userEvent.keyboard("+t");
  const shown = (alt: string) => {
    const { style } = screen.getByAltText(alt);
    return [style.getPropertyValue("--zoom"), style.rotate];
  };
  expect(shown("Front")).toEqual(["1.25", "90deg"]);
  await userEvent.keyboard("s");
  expect(shown("Selfie")).toEqual(["1", "0deg"]);
});

test("an enlarged photo is moved by arrow keys, which are the page’s otherwise", async () => {
  standInApi({});
  await renderScreen(<Page />);
  const view = screen.getByRole("region", { name: /^Photo, / });
  const at = () => [view.scrollLeft, view.scrollTop];
  const arrows = () => activeKeys().filter(({ keys }) => keys.startsWith("Arrow"));
  await userEvent.keyboard("{ArrowRight}{ArrowDown}");
  expect(at()).toEqual([0, 0]);
  expect(arrows()).toEqual([]);
  await userEvent.keyboard("+{ArrowRight}{ArrowRight}{ArrowDown}");
  expect(at()).toEqual([160, 80]);
  await userEvent.keyboard("{ArrowLeft}{ArrowUp}");
  expect(at()).toEqual([80, 0]);
  expect(arrows().map(({ does }) => does)).toContain("Move left on the photo");
  await userEvent.keyboard("s");
  expect(arrows()).toEqual([]);
});

test("the face is next to the document, and a twin’s same side in its place", async () => {
  const documents = [{ id: "dan-1", side: "front", media_type: "image/png" }];
  standInApi({ "ops.customers.get": () => ({ ...FILE, identity: { ...FILE.identity, documents } }) });
  await renderScreen(<Page />);
  const sources = () =>
    screen.getAllByRole("img").map((photo) => [photo.getAttribute("alt"), photo.getAttribute("src")]);
  const own = ["Front", ownAddress("/api/ops/documents/photo-1")];
  expect(sources()).toEqual([own, ["Selfie", ownAddress("/api/ops/documents/photo-2")]]);
  await userEvent.keyboard("c");
  await waitFor(() =>
    expect(sources()).toEqual([own, ["Front of Dan Mercer", ownAddress("/api/ops/documents/dan-1")]]),
  );
  await userEvent.keyboard("s");
  expect(screen.getByText("Selfie: not sent.")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: /^Compare/ }));
  expect(sources().map(([alt]) => alt)).toEqual(["Selfie", "Front"]);
});

test("is sent back with a text that fits often", async () => {
  const api = standInApi({ "ops.customers.reject": () => ({}) });
  await renderScreen(<Page />);
  await userEvent.keyboard("n");
  await userEvent.click(await screen.findByRole("button", { name: /^The photo is blurred/ }));
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(onOpen.mock.calls).toEqual([[undefined]]));
  expect(api.inputs("ops.customers.reject")).toEqual([
    { id: "mary", message: "The photo is blurred. Take it again in good light." },
  ]);
});

test("is put on hold, which it says, and the next opens; the one before is a key away", async () => {
  const api = standInApi({ "ops.customers.hold": () => ({}) });
  await renderScreen(<Page />);
  expect(screen.getByText("On hold: deposits")).toBeDefined();
  await userEvent.keyboard("k");
  expect(onOpen.mock.calls).toEqual([[BEFORE]]);
  onOpen.mockClear();
  await userEvent.keyboard("h");
  await userEvent.type(await screen.findByLabelText("Why"), "Same document as another");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(onOpen.mock.calls).toEqual([[undefined]]));
  expect(api.inputs("ops.customers.hold")).toEqual([
    { id: "mary", on: ["withdrawals"], internal_note: "Same document as another" },
  ]);
});

/** The file of someone who was sent back, and sent it again. */
const againWith = (
  since: Partial<NonNullable<CustomerFile["identity"]["since_last_try"]>>,
): CustomerFile => ({
  ...FILE,
  identity: {
    ...FILE.identity,
    since_last_try: {
      sent_back_at: "2026-11-21T22:10:00.000Z",
      message: "The photo is blurred.",
      changed: [],
      photos: [],
      answers: [],
      ...since,
    },
  },
});
test("answers about plans that changed are in the line, and have what they were", async () => {
  standInApi({});
  const again = againWith({
    answers: [
      { field: "occupation", before: "student" },
      { field: "politically_exposed", before: null },
    ],
  });
  const about = { occupation: "employed", purpose: "savings", politically_exposed: false } as const;
  const identity = { ...again.identity, form: { ...again.identity.form, about } };
  await renderScreen(<Page file={{ ...again, identity }} />);
  expect(screen.getByText("Changed since the last attempt:").parentElement?.textContent).toBe(
    "Changed since the last attempt: occupation, public office",
  );
  const plans = within(screen.getByRole("region", { name: "Plans" }));
  expect(plans.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "Employed before: Student",
    "Saving",
    "No before: empty",
  ]);
});

const photoThen = (id: string, side: "front" | "back") =>
  ({ id, side, media_type: "image/png" }) as CustomerFile["identity"]["documents"][number];

test("what changed since the last try is in a line, and next to each field what it was", async () => {
  standInApi({});
  const file = againWith({
    changed: [
      { field: "middle_name", before: "Ann", after: "" },
      { field: "date_of_birth", before: "1989-03-14", after: "1988-03-14" },
    ],
    photos: [
      { side: "front", before: photoThen("then", "front") },
      { side: "back", before: photoThen("back-then", "back") },
      { side: "selfie", before: null },
    ],
  });
  await renderScreen(<Page file={file} />);
  expect(screen.getByText("Changed since the last attempt:").parentElement?.textContent).toBe(
    "Changed since the last attempt: middle name, date of birth, photo of the front, photo of the back (removed), selfie (added)",
  );
  expect(screen.getByText(/^Sent back 2\d Nov 2026, .*: The photo is blurred\.$/)).toBeDefined();
  const valueOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  expect(valueOf("Date of birth")).toBe("14 Mar 1988 before: 14 Mar 1989");
  expect(valueOf("Middle name")).toBe("empty before: Ann");
  expect(valueOf("First name")).toBe("Mary");
  expect(screen.getByRole("button", { name: /^Front new/ })).toBeDefined();
});

test("a photo of the last try is next to the one that took its place", async () => {
  standInApi({});
  await renderScreen(
    <Page file={againWith({ photos: [{ side: "front", before: photoThen("then", "front") }] })} />,
  );
  const sources = () => screen.getAllByRole("img").map((photo) => photo.getAttribute("src"));
  await userEvent.keyboard("l");
  expect(sources()).toEqual([
    ownAddress("/api/ops/documents/photo-1"),
    ownAddress("/api/ops/documents/then"),
  ]);
  expect(screen.getByAltText("Front of the last try")).toBeDefined();
  await userEvent.keyboard("l");
  expect(sources()).toEqual([
    ownAddress("/api/ops/documents/photo-1"),
    ownAddress("/api/ops/documents/photo-2"),
  ]);
});

test("one that was sent again as it was says so", async () => {
  standInApi({});
  await renderScreen(<Page file={againWith({})} />);
  expect(screen.getByText("Nothing changed since the last attempt.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Last try/ })).toBeNull();
});

test("a first try says nothing of a last one", async () => {
  standInApi({});
  await renderScreen(<Page />);
  expect(screen.queryByText(/last try/)).toBeNull();
});

test("a photo that the server wants a confirmation for is there once it is given", async () => {
  standInApi({
    "secondFactor.status": () => ({
      totp_since: null,
      recovery_codes_left: 0,
      passkeys: 0,
      needed_first: false,
    }),
    "sessions.confirm": () => ({ confirmed_until: "2026-11-22T00:05:00.000Z" }),
  });
  const others = globalThis.fetch;
  const answers = [
    { status: 403, code: "confirmation_required", message: "Confirm it’s you to continue." },
    { status: 429, code: "too_many_requests", message: "Daily limit of documents reached" },
  ];
  vi.stubGlobal("fetch", async (address: string, options: RequestInit) => {
    const { status, ...body } = address.startsWith("/api/ops/documents/") ? (answers.shift() ?? {}) : {};
    return status === undefined ? others(address, options) : Response.json(body, { status });
  });
  await renderScreen(
    <>
      <Page />
      <ConfirmationHost />
    </>,
  );
  const before = screen.getByAltText("Front");
  fireEvent.error(before);
  await userEvent.type(await screen.findByLabelText(/^Password/), "secret{Enter}");
  await waitFor(() => expect(screen.getByAltText("Front")).not.toBe(before));
  fireEvent.error(screen.getByAltText("Front"));
  expect((await screen.findByRole("alert")).textContent).toContain("Daily limit of documents reached");
});
