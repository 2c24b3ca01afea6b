import type { StaffRole } from "@wattle/contracts/accounts";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { later, Refusal, standInApi, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { useLive } from "../parts/use-today.ts";
import { briefCheckText } from "../payees/payout-words.ts";
import { PayoutsPage } from "./payouts-page.tsx";

const saved = vi.hoisted(() => vi.fn<(...file: readonly string[]) => void>());
vi.mock("../../ui/save-file.ts", () => ({ saveFile: saved }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  clearAlerts();
  setSession(null);
});

const AT = "2026-11-22T10:12:00.000Z";
const row = (reference: string, amount: string, name: string, more: object = {}) => ({
  reference,
  amount,
  status: "requested",
  customer: { id: name, email: `${name}@mail.example`, name },
  account_name: name.toUpperCase(),
  account: "BSB 000-111, account 1",
  account_added_at: AT,
  payable: true,
  warnings: [],
  ...more,
});
const BATCH = {
  id: "batch",
  currency: "AUD",
  status: "open",
  deposit_account_id: "aud",
  count: 2,
  total: "14500.00",
  created_by: "finn",
  created_at: AT,
  released_by: null,
  released_at: null,
  filed_at: null,
  sent_at: null,
  settled_at: null,
  cancelled_at: null,
  rows: [
    row("AAAA", "5500.00", "Ruth Adeyemi"),
    row("BBBB", "9000.00", "Dan Mercer", { warnings: ["Account in another name"] }),
  ],
};
const SENT = { ...BATCH, status: "sent", released_at: AT, filed_at: AT, sent_at: AT };
const withdrawal = (
  reference: string,
  credit: string,
  currency = "AUD",
  warnings: readonly string[] = [],
) => ({
  id: reference,
  reference,
  credit,
  credit_currency: currency,
  customer: { id: "c", email: "tom@mail.example", first_name: "Tom", last_name: "Bellamy" },
  bank_account: { account_name: "T J BELLAMY" },
  created_at: AT,
  warnings,
});

function Page() {
  useKeyboard();
  useLive();
  return <PayoutsPage />;
}

async function show(
  at: string,
  {
    role = "finance" as StaffRole,
    batch = BATCH as object,
    answers = {} as Readonly<Record<string, Answerer>>,
    waitsFor = (): Promise<unknown> => screen.findByRole("table"),
  } = {},
) {
  setSession(staffOf(role));
  let acts = 0;
  const api = standInApi({
    "ops.today": () => ({ queues: [], newest_act: String((acts += 1)) }),
    "ops.payouts.get": () => batch,
    "ops.payouts.list": () => ({ data: [BATCH], next: null }),
    "ops.approvals.list": () => ({ data: [] }),
    "ops.audit.list": () => ({ data: [] }),
    "ops.withdrawals.list": (input) => ({
      data: (input as { held_back?: boolean }).held_back
        ? [withdrawal("HHHH", "2400.00")]
        : [withdrawal("AAAA", "5500.00"), withdrawal("TTTT", "1200.00"), withdrawal("NNNN", "9.00", "NGN")],
    }),
    ...answers,
  });
  const shown = await renderScreen(<Page />, at);
  await waitsFor();
  return { api, ...shown };
}
const rows = (): (string | null)[] => screen.getAllByRole("row").map(({ textContent }) => textContent);
const send = async (): Promise<void> => {
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
};

test("what is to be paid is apart from what a batch has and what is held back; a batch is made of the rest", async () => {
  const { api, address } = await show("/teamaccess/payouts", {
    answers: {
      "ops.payouts.create": () => ({ ...BATCH, id: "new", left_out: [{ reference: "OWNN", reason: "own" }] }),
    },
  });
  await waitFor(() =>
    expect(rows()).toEqual([
      expect.stringContaining("Customer"),
      "Ready to be paid",
      expect.stringContaining("TTTT"),
      "In a batch",
      expect.stringContaining("AAAA"),
      "Left out: customer blocked or on hold",
      expect.stringContaining("HHHH"),
    ]),
  );
  expect(screen.getByRole("button", { name: "Batch 1 ready, 1,200.00 AUD" })).toBeDefined();
  await userEvent.keyboard("m");
  await screen.findByRole("dialog", { name: "Make a batch in AUD" });
  expect(api.inputs("ops.payouts.create")).toEqual([]);
  await send();
  await waitFor(() => expect(address()).toContain("id=new"));
  expect(api.inputs("ops.payouts.create")).toEqual([{ currency: "AUD", with_unusual: false }]);
  expect(await screen.findByText(/own email address: OWNN\./)).toBeDefined();
  expect(address()).not.toContain("OWNN");
});

test("what has a warning is first and said in its row and in what a batch would have; a first payment alone is none", async () => {
  const { api } = await show("/teamaccess/payouts", {
    answers: {
      "ops.payouts.create": () => ({ ...BATCH, id: "new", left_out: [] }),
      "ops.withdrawals.list": (input) => ({
        data: (input as { held_back?: boolean }).held_back
          ? []
          : [
              withdrawal("TTTT", "1200.00", "AUD", ["First payment to this account"]),
              withdrawal("ODDD", "4.50", "AUD", ["Account in another name", "First payment to this account"]),
            ],
      }),
    },
  });
  await waitFor(() =>
    expect(rows().slice(1)).toEqual([
      "Needs review",
      expect.stringContaining("ODDD4.50 AUDName mismatch, 1 more"),
      "Ready to be paid",
      expect.stringContaining("TTTT1,200.00 AUDFirst payment"),
    ]),
  );
  const make = async (key: string): Promise<string | null> => {
    await userEvent.keyboard(key);
    return (await screen.findByRole("dialog", { name: "Make a batch in AUD" })).textContent;
  };
  expect(screen.getByRole("button", { name: "Batch 1 ready, 1,200.00 AUD" })).toBeDefined();
  expect(await make("m")).toContain("1 payout, 1,200.00 AUD. Payouts that need review stay out.");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  expect(screen.getByRole("button", { name: "Batch all 2, 1,204.50 AUD" })).toBeDefined();
  expect(await make("w")).toContain("2 payouts, 1,204.50 AUD, 1 needs review, 4.50 AUD.");
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.payouts.create")).toEqual([{ currency: "AUD", with_unusual: true }]),
  );
});

test("where all that waits is to be looked at, a batch is made of it by that word alone", async () => {
  await show("/teamaccess/payouts", {
    answers: {
      "ops.withdrawals.list": (input) => ({
        data: (input as { held_back?: boolean }).held_back
          ? []
          : [withdrawal("ODDD", "4.50", "AUD", ["Account in another name"])],
      }),
    },
  });
  expect(await screen.findByRole("button", { name: "Batch 1 that needs review, 4.50 AUD" })).toBeDefined();
  expect(screen.getAllByRole("button", { name: /^Batch / })).toHaveLength(1);
});

describe("a withdrawal alone", () => {
  const openRow = async (reference: string, more: Parameters<typeof show>[1] = {}) => {
    const shown = await show(`/teamaccess/payouts?row=${reference}`, more);
    await screen.findByText(`tom@mail.example`);
    return shown;
  };

  test("is opened and marked as paid by keyboard alone", async () => {
    const { api, address } = await show("/teamaccess/payouts", {
      answers: { "ops.withdrawals.complete": () => ({}) },
    });
    await screen.findByText("Ready to be paid");
    await userEvent.keyboard("j{Enter}");
    await screen.findByRole("region", { name: "Tom Bellamy, 1,200.00 AUD" });
    expect(address()).toContain("row=TTTT");
    await userEvent.keyboard("y");
    const drawer = await screen.findByRole("dialog", { name: "Paid by hand: Tom Bellamy, 1,200.00 AUD" });
    const bank = within(drawer).getByLabelText("Bank’s reference");
    await send();
    expect(api.inputs("ops.withdrawals.complete")).toEqual([]);
    await userEvent.type(bank, "NPP 77");
    await send();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.withdrawals.complete")).toEqual([{ reference: "TTTT", bank_reference: "NPP 77" }]);
  });

  test("has its warnings in the panel, and Refuse first where there is one", async () => {
    const acts = (): (string | null)[] =>
      within(screen.getByRole("region", { name: /^Tom Bellamy/ }))
        .getAllByRole("button")
        .map(({ textContent }) => textContent);
    await openRow("TTTT");
    expect(acts()).toEqual([expect.stringContaining("Paid by hand"), expect.stringContaining("Refuse")]);
    cleanup();
    const warnings = ["First payment to this account", "Account in another name"];
    await openRow("TTTT", {
      answers: {
        "ops.withdrawals.list": (input) => ({
          data: (input as { held_back?: boolean }).held_back
            ? []
            : [withdrawal("TTTT", "1200.00", "AUD", warnings)],
        }),
      },
    });
    const panel = screen.getByRole("region", { name: /^Tom Bellamy/ });
    expect(
      within(panel)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(warnings);
    expect(acts()).toEqual([expect.stringContaining("Refuse"), expect.stringContaining("Paid by hand")]);
  });

  test("is refused with a message", async () => {
    const { api } = await openRow("TTTT", { answers: { "ops.withdrawals.reject": () => ({}) } });
    await userEvent.click(screen.getByRole("button", { name: "Refuse" }));
    const drawer = await screen.findByRole("dialog", { name: "Refuse: Tom Bellamy, 1,200.00 AUD" });
    await userEvent.type(within(drawer).getByLabelText("Message"), "Another name.");
    await send();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.withdrawals.reject")).toEqual([{ reference: "TTTT", message: "Another name." }]);
  });

  test("of a customer on hold can be refused, not paid", async () => {
    await openRow("HHHH");
    expect(screen.getByRole("button", { name: "Refuse" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Paid by hand" })).toBeNull();
  });

  test("that a batch has can only be looked at", async () => {
    await openRow("AAAA");
    expect(screen.getByText(/^It’s in a batch\./)).toBeDefined();
    expect(screen.queryByRole("button", { name: /^(Refuse|Paid by hand)/ })).toBeNull();
  });

  test("is only looked at by those whose roles settle none", async () => {
    await openRow("TTTT", { role: "support" });
    expect(screen.queryByRole("button", { name: /^(Refuse|Paid by hand)/ })).toBeNull();
  });

  test("that a colleague settles while its drawer is open stays, and is not done again", async () => {
    const { api } = await openRow("TTTT", { answers: { "ops.withdrawals.reject": () => ({}) } });
    await userEvent.keyboard("x");
    const drawer = await screen.findByRole("dialog", { name: /^Refuse: / });
    await userEvent.type(within(drawer).getByLabelText("Message"), "Another name.");
    api.answer("ops.withdrawals.list", () => ({ data: [] }));
    await waitFor(() => expect(within(drawer).getByText("Someone has already done this.")).toBeDefined(), {
      timeout: 10_000,
    });
    await send();
    expect(api.inputs("ops.withdrawals.reject")).toEqual([]);
  });
});

test("what an address says was left out is not believed", async () => {
  await show("/?id=batch&left_out=OWNN");
  expect(screen.queryByText(/OWNN/)).toBeNull();
});

test("where the first hundred are all of another currency a batch can still be made", async () => {
  await show("/", {
    answers: {
      "ops.payouts.list": () => ({ data: [], next: null }),
      "ops.withdrawals.list": (input) =>
        (input as { held_back?: boolean }).held_back
          ? { data: [], next: null }
          : { data: [withdrawal("NNNN", "9.00", "NGN")], next: "NNNN" },
    },
    waitsFor: () => screen.findByText("None of these is in AUD"),
  });
  expect(screen.queryByText("Nothing to pay in AUD")).toBeNull();
  expect(screen.getByRole("button", { name: "Batch up to 500 ready" })).toBeDefined();
});

test("while it is not known what the batches have, nothing counts as ready", async () => {
  let isDown = true;
  const { api } = await show("/", {
    answers: {
      "ops.payouts.get": () => {
        if (isDown) throw new Refusal("not_found");
        return BATCH;
      },
    },
    waitsFor: () => screen.findByText("We couldn’t load this list"),
  });
  expect(api.inputs("ops.payouts.get").length).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: /^Make a batch/ })).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Batch 1 ready, 1,200.00 AUD" })).toBeDefined();
});

test("where more waits than is shown no count or sum is claimed", async () => {
  await show("/", {
    answers: {
      "ops.withdrawals.list": (input) =>
        (input as { held_back?: boolean }).held_back
          ? { data: [], next: null }
          : { data: [withdrawal("TTTT", "1200.00")], next: "TTTT" },
    },
  });
  await screen.findByText(/^Only the first 100 withdrawals are looked at here/);
  await userEvent.click(screen.getByRole("button", { name: "Batch up to 500 ready" }));
  const drawer = await screen.findByRole("dialog", { name: "Make a batch in AUD" });
  expect(within(drawer).getByText(/^Up to 500 that are ready, oldest first\./)).toBeDefined();
  expect(screen.queryByText(/1,200\.00 AUD\. /)).toBeNull();
});

test("a batch whose release was asked for says that it waits, in the list of those under way", async () => {
  await show("/teamaccess/payouts", {
    answers: {
      "ops.approvals.list": () => ({ data: [{ id: "r", act: "ops.payouts.release", input_id: "batch" }] }),
    },
  });
  const running = await screen.findByRole("list", { name: "Batches under way" });
  expect(within(running).getByText("Waiting for a second person")).toBeDefined();
});

test.each<[readonly string[], string]>([
  [[], "Nothing unusual"],
  [["First payment to this account"], "First payment"],
  [["First payment to this account", "Account in another name"], "Name mismatch, 1 more"],
  [
    ["Account in another name", "First payment to this account", "The account was added 2 days ago"],
    "Name mismatch, 2 more",
  ],
  [["The account was added 1 days ago"], "Added 1 day ago"],
  [["The customer is blocked or on hold", "The customer is blocked"], "Customer on hold, 1 more"],
  [["3 customers have this account"], "3 customers’ account"],
  [["A warning of another kind", "Account in another name"], "A warning of another kind, 1 more"],
])("warnings %j are '%s' in a row", (warnings, text) =>
  expect(briefCheckText({ warnings: [...warnings] })).toBe(text),
);

describe("a batch", () => {
  test("has what is to be looked at first, and its release waits for a second person", async () => {
    const { api } = await show("/?id=batch", {
      answers: {
        "ops.payouts.release": () => ({
          outcome: "awaiting_approval",
          approval: { id: "r", act: "x", reasons: ["Every release needs two."], expires_at: AT },
        }),
      },
    });
    expect(rows().slice(1)).toEqual([
      "Needs review",
      expect.stringContaining("9,000.00Name mismatch"),
      "Nothing unusual",
      expect.stringContaining("Ruth Adeyemi"),
    ]);
    expect(screen.getByText("14,500.00 AUD")).toBeDefined();
    expect(screen.getByText("Nothing unusual", { selector: "dt" }).nextElementSibling?.textContent).toBe(
      "1 of 2",
    );
    await userEvent.keyboard("r");
    const drawer = await screen.findByRole("dialog", { name: "Release 2 payouts, 14,500.00 AUD" });
    expect(within(drawer).getByText(/1 needs review/)).toBeDefined();
    const payments = within(drawer).getByRole("list", { name: "Payments" });
    expect([...payments.children].map(({ textContent }) => textContent)).toEqual([
      "DAN MERCER9,000.00 AUDBSB 000-111, account 1Account in another name",
      "RUTH ADEYEMI5,500.00 AUDBSB 000-111, account 1",
    ]);
    expect(within(drawer).getByText("Total").parentElement?.textContent).toBe("Total14,500.00 AUD");
    await send();
    expect(await screen.findByText("Every release needs two.")).toBeDefined();
    expect(api.inputs("ops.payouts.release")).toEqual([{ id: "batch" }]);
  });

  test("that waits says so, and who may decide does it there", async () => {
    let status = "pending";
    await show("/?id=batch", {
      answers: {
        "ops.approvals.list": () => ({
          data:
            status === "pending"
              ? [{ id: "request", act: "ops.payouts.release", input_id: "batch", may_decide: true }]
              : [],
        }),
        "ops.approvals.approve": () => {
          status = "approved";
          return {};
        },
        "ops.approvals.find": () => ({
          id: "request",
          act: "ops.payouts.release",
          input_id: "batch",
          title: "Release a payout batch",
          status,
          subject: "2 payouts, 14,500.00 AUD",
          details: [],
          changes: [],
          reasons: [],
          warnings: [],
          proposed_by: { id: "finn", name: "Finn Hale", email: "finn@mail.example" },
          created_at: AT,
          expires_at: AT,
          decided_by:
            status === "pending" ? null : { id: staffOf("finance").user.id, name: "Fiona", email: "" },
          decided_at: status === "pending" ? null : AT,
          note: null,
          own: false,
          may_decide: status === "pending",
          approver_roles: ["finance", "admin"],
          approvers: 1,
        }),
      },
    });
    expect(await screen.findByText("Waiting for a second person")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Release the batch/ })).toBeNull();
    await userEvent.keyboard("r");
    await userEvent.click(await screen.findByRole("button", { name: "Approve request" }));
    expect(await screen.findByText("Approved and done.")).toBeDefined();
  });

  test.each([
    ["the one who asked", false, "quiet"],
    ["a second person", true, "accent"],
  ])("whose release waits is gold for a second person alone: %s", async (_who, mayDecide, kind) => {
    await show("/?id=batch", {
      answers: {
        "ops.approvals.list": () => ({
          data: [{ id: "r", act: "ops.payouts.release", input_id: "batch", may_decide: mayDecide }],
        }),
      },
    });
    const button = await screen.findByRole("button", { name: /^View request/ });
    expect(button.className).toContain(kind);
  });

  test.each([
    ["its maker", staffOf("finance").user.id, "quiet"],
    ["a second person", "finn", "primary"],
  ])("has a release that is filled for a second person alone: %s", async (_who, maker, kind) => {
    await show("/?id=batch", { batch: { ...BATCH, created_by: maker } });
    const button = await screen.findByRole("button", { name: /^Release the batch/ });
    expect(button.className).toContain(kind);
    expect(screen.queryAllByText("Waiting for a second person")).toHaveLength(kind === "quiet" ? 1 : 0);
  });

  test("offers no release until it is known whether one waits", async () => {
    const requests = later();
    await show("/?id=batch", { answers: { "ops.approvals.list": () => requests.promise } });
    await screen.findByRole("button", { name: /^Cancel batch/ });
    expect(screen.queryByRole("button", { name: /^Release the batch/ })).toBeNull();
    requests.answer({ data: [] });
    expect(await screen.findByRole("button", { name: /^Release the batch/ })).toBeDefined();
  });

  test("opens the release that the address names, once it is known that none waits", async () => {
    await show("/?id=batch&act=release");
    expect(await screen.findByRole("dialog", { name: "Release 2 payouts, 14,500.00 AUD" })).toBeDefined();
  });

  test("opens no act by itself later that could not be done when the address was opened", async () => {
    const { address } = await show("/?id=batch&act=sent");
    await waitFor(() => expect(address()).not.toContain("act="));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("loses a payment that is taken out", async () => {
    const { api } = await show("/?id=batch&row=BBBB", { answers: { "ops.payouts.remove": () => BATCH } });
    await userEvent.keyboard("x");
    await screen.findByRole("dialog", { name: "Take out Dan Mercer, 9,000.00 AUD" });
    await send();
    await waitFor(() =>
      expect(api.inputs("ops.payouts.remove")).toEqual([{ id: "batch", reference: "BBBB" }]),
    );
  });

  test("that is released gives its file, then is marked as sent", async () => {
    const released = { ...BATCH, status: "released", released_at: AT };
    const { api, unmount } = await show("/?id=batch", {
      batch: released,
      answers: { "ops.payouts.file": () => ({ filename: "payout.aba", content: "0 01CBA" }) },
    });
    expect(screen.queryByRole("button", { name: /^Mark as sent/ })).toBeNull();
    await userEvent.keyboard("f");
    expect(
      await screen.findByText("Once you’ve downloaded the file, you can’t take payouts out of the batch."),
    ).toBeDefined();
    await send();
    await waitFor(() => expect(saved).toHaveBeenCalledWith("payout.aba", "0 01CBA", expect.any(String)));
    expect(api.inputs("ops.payouts.file")).toEqual([{ id: "batch" }]);
    unmount();
    const filed = await show("/?id=batch&row=BBBB", {
      batch: { ...released, filed_at: AT },
      answers: { "ops.payouts.sent": () => SENT },
    });
    expect(screen.queryByRole("button", { name: /^Take out/ })).toBeNull();
    await userEvent.keyboard("m");
    await screen.findByText(/^The bank has the file\./);
    await send();
    await waitFor(() => expect(filed.api.inputs("ops.payouts.sent")).toEqual([{ id: "batch" }]));
  });

  test("that was sent: a payment that came back goes on the balance again, with what the customer reads", async () => {
    const { api } = await show("/?id=batch&row=AAAA", {
      batch: { ...SENT, rows: [row("AAAA", "5500.00", "Ruth Adeyemi", { status: "completed" })] },
      answers: { "ops.withdrawals.return": () => ({ outcome: "done" }) },
    });
    await userEvent.keyboard("b");
    await userEvent.click(await screen.findByRole("button", { name: "Your account is closed." }));
    await send();
    await waitFor(() =>
      expect(api.inputs("ops.withdrawals.return")).toEqual([
        { reference: "AAAA", message: "Your account is closed." },
      ]),
    );
  });

  test("who comes second reads who was first", async () => {
    await show("/?id=batch", {
      answers: {
        "ops.payouts.cancel": () => {
          throw new Refusal("state_conflict");
        },
        "ops.audit.list": () => ({
          data: [
            {
              id: "1",
              actor: "finn",
              actor_name: "finn@mail.example",
              second_name: "frank@mail.example",
              details: { approved_by: "frank" },
              action: "payout.released",
              created_at: AT,
            },
          ],
        }),
      },
    });
    await userEvent.keyboard("u");
    const drawer = await screen.findByRole("dialog");
    await send();
    expect(
      await within(drawer).findByText(
        /^finn@mail\.example, approved by frank@mail\.example: Payout released, /,
      ),
    ).toBeDefined();
  });

  test("who may not act on it has no button for it", async () => {
    await show("/?id=batch&row=BBBB", { role: "support" });
    expect(screen.queryByRole("button", { name: /Release|Cancel|Take out|file/ })).toBeNull();
  });
});
