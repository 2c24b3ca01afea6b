/** A dishonest clerk's attacks with statements: typing one, and crediting one payment twice. Each waits for a second person. */
import type { ApprovalRecord, AwaitingApproval } from "@wattle/contracts/approvals";
import type { BankLine, BankLinesImported } from "@wattle/contracts/bank-lines";
import type { Transaction } from "@wattle/contracts/history";
import { updateUser } from "@wattle/db/accounts";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BANK_ACCOUNT_HOLD_MILLISECONDS } from "../../bank-accounts/save-bank-account.ts";
import { importBankLines } from "../../bank-lines/import-bank-lines.ts";
import { REQUEST_EXAMPLES } from "../../rest/examples.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { announceDeposit, requestWithdrawal } from "../../testing/bank-orders.ts";
import { mutate, query, type Called } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { PASSWORD } from "../../testing/visitor.ts";

const ACCOUNT = "aud-bank-transfer";
const INBOX = { id: "system:bank-inbox" };
/** The test's clock is on this day. */
const DAY = "2026-11-20";

type Account = Awaited<ReturnType<typeof newStaff>>;
type Answer = Called<{ readonly outcome: "done" } | AwaitingApproval>;

const outcome = ({ data, message }: Answer): string => data?.outcome ?? message ?? "";
const reasonsOf = ({ data }: Answer): readonly string[] =>
  data?.outcome === "awaiting_approval" ? data.approval.reasons : [];

describe.each(DIALECTS)("one person and a statement on %s", (dialect) => {
  let api: TestApp;
  let other: TestApp;
  let fiona: Account;
  let frank: Account;
  let iris: Account;
  let customer: Account;
  let accomplice: Account;
  let made = 0;
  beforeAll(async () => {
    const env = { APPROVAL_DAILY_LIMIT: "10000000.00" };
    api = await startTestApp({ dialect, env });
    other = await startTestApp({ dialect, env, databaseUrl: api.databaseUrl });
    const permissions = '["deposit-money","withdraw-money"]';
    [customer, accomplice] = [await newAccount(api, { permissions }), await newAccount(api, { permissions })];
    await mutate(customer.client, "bankAccounts.add", REQUEST_EXAMPLES["bankAccounts.add"]);
    api.clock.advance(BANK_ACCOUNT_HOLD_MILLISECONDS);
    await customer.client.login(customer.email, PASSWORD);
    [fiona, frank, iris] = [
      await newStaff(api, "finance"),
      await newStaff(api, "finance"),
      await newStaff(api, "finance"),
    ];
  });
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await other.close();
    await api.close();
  });

  /** An amount that no other test has. */
  const amountOfItsOwn = (): string => `${1000 + (made += 1)}.37`;
  const lineOf = async (text: string): Promise<BankLine> => {
    const found = await query<{ data: BankLine[] }>(fiona.client, "ops.bankLines.list", { text });
    const [line] = found.data.data;
    if (line === undefined) throw new Error(`no line has the text ${text}`);
    return line;
  };
  const upload = (by: Account, content: string) =>
    mutate<BankLinesImported>(by.client, "ops.bankLines.import", { deposit_account_id: ACCOUNT, content });
  /** A line that someone imports. */
  const line = async (by: Account, amount: string, said = "FROM SOMEONE"): Promise<BankLine> => {
    const text = `${said} N${(made += 1)}X`;
    expect((await upload(by, `${DAY},${amount},${text}`)).data).toMatchObject({ imported: 1, refused: [] });
    return lineOf(text);
  };
  const act = (by: Account, verb: string, { id }: BankLine, more: object): Promise<Answer> =>
    mutate(by.client, `ops.bankLines.${verb}`, { id, ...more });
  const credit = (by: Account, which: BankLine, more: object = { customer: accomplice.id }) =>
    act(by, "credit", which, more);
  const confirm = (by: Account, { reference }: Transaction, amount: string): Promise<Answer> =>
    mutate(by.client, "ops.deposits.confirm", { reference, amount });
  const announce = (amount: string, by = customer) => announceDeposit(by.client, amount, "bank_transfer");

  test("five lines of a made-up statement are not credited by who typed it", async () => {
    const rows = Array.from({ length: 5 }, (_, n) => `${DAY},9999.00,MADE UP ${n}X`);
    expect((await upload(fiona, rows.join("\n"))).data).toMatchObject({ imported: 5 });
    for (let n = 0; n < 5; n += 1) {
      const asked = await credit(fiona, await lineOf(`MADE UP ${n}X`));
      expect(outcome(asked)).toBe("awaiting_approval");
      expect(reasonsOf(asked)).toEqual(["The same person imported this line."]);
    }
  });

  test.each([
    ["credit", () => ({ customer: accomplice.id })],
    ["return", () => ({ message: "We can't take this payment." })],
    ["ownMoney", () => ({ internal_note: "Ours" })],
  ])("%s is for someone else than the importer", async (verb, more) => {
    const amount = amountOfItsOwn();
    const [mine, theirs] = [await line(fiona, amount), await line(iris, amount)];
    expect(outcome(await act(fiona, verb, mine, more()))).toBe("awaiting_approval");
    const done = await act(fiona, verb, theirs, more());
    expect(done.status, done.message).toBe(200);
    expect(outcome(done)).toBe("done");
  });

  test("a second account with the importer's mailbox is no one else", async () => {
    const own = await newStaff(api, "finance");
    const brought = await line(own, amountOfItsOwn());
    const again = await newStaff(api, "finance");
    await api.services.database.write((tx) =>
      updateUser(tx, again.id, { email: own.email.replace("@", "+2@") }),
    );
    expect(outcome(await credit(again, brought))).toBe("awaiting_approval");
  });

  const camt = (opening: string, amount: string, closing: string, text: string) => {
    const balance = (code: string, units: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="AUD">${units}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
    const entry = `<Ntry><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${DAY}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
    return `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${balance("OPBD", opening)}${balance("CLBD", closing)}${entry}</Stmt></BkToCstmrStmt></Document>`;
  };
  const mt940 = (opening: string, amount: string, closing: string, text: string) =>
    [
      ":20:X",
      `:60F:C261120AUD${opening.replace(".", ",")}`,
      `:61:261120C${amount.replace(".", ",")}NTRFX`,
      `:86:${text}`,
      `:62F:C261120AUD${closing.replace(".", ",")}`,
      "-",
    ].join("\n");
  const csv = (_opening: string, amount: string, closing: string, text: string) =>
    `Date,Description,Amount,Balance\n${DAY},${text},${amount},${closing}\n`;
  const ofx = (_opening: string, amount: string, closing: string, text: string) =>
    `<OFX><CURDEF>AUD<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>${amount}<FITID>${text}<NAME>${text}</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>${closing}<DTASOF>20261120</LEDGERBAL></OFX>`;

  describe("the inbox", () => {
    /** The account's balance by the statements so far, in cents. */
    let balance = 0n;
    const text = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
    /** A statement of one line that begins so far from where the last one ended; and who it came by. */
    const brought = async (write: typeof camt, off: bigint, by?: Account): Promise<BankLine> => {
      const said = `INBOX N${(made += 1)}X`;
      const opening = balance + off;
      balance = opening + 5_000n;
      const content = write(text(opening), "50.00", text(balance), said);
      const input = { deposit_account_id: ACCOUNT, content, format: "auto" } as const;
      if (by === undefined)
        expect(await importBankLines(api.services, INBOX, input)).toMatchObject({
          imported: 1,
          refused: [],
        });
      else await upload(by, content);
      return lineOf(said);
    };

    test("a first statement follows none", async () => {
      balance = 100_000n;
      const asked = await credit(fiona, await brought(camt, 0n));
      expect(reasonsOf(asked)).toEqual([
        "The inbox brought this line, and its statement's balances don't follow the ones before.",
      ]);
    });

    test.each([
      ["CAMT.053", camt],
      ["MT940", mt940],
      ["CSV", csv],
      ["OFX", ofx],
    ])("%s: balances that follow are enough, others are not", async (_format, write) => {
      expect(outcome(await credit(fiona, await brought(write, 0n)))).toBe("done");
      expect(outcome(await credit(fiona, await brought(write, 1n)))).toBe("awaiting_approval");
      expect(outcome(await credit(fiona, await brought(write, 0n)))).toBe("done");
      expect(outcome(await credit(fiona, await brought(write, -5_000n)))).toBe("awaiting_approval");
      expect(outcome(await credit(fiona, await brought(write, 0n, fiona)))).toBe("awaiting_approval");
      expect(outcome(await credit(fiona, await brought(write, 0n, iris)))).toBe("done");
      expect(outcome(await credit(fiona, await brought(write, 0n)))).toBe("done");
    });

    test("a line without a balance proves nothing, and the next statement follows it", async () => {
      const plain = (_opening: string, amount: string, _closing: string, said: string) =>
        `${DAY},${amount},${said}`;
      expect(outcome(await credit(fiona, await brought(plain, 0n)))).toBe("awaiting_approval");
      expect(outcome(await credit(fiona, await brought(camt, 0n)))).toBe("done");
    });

    test("a refused line proves nothing", async () => {
      const said = `INBOX N${(made += 1)}X`;
      balance += 5_000n;
      const rows = [`${DAY},${said},50.00,${text(balance)}`, `${DAY},bad,1.001,${text(balance)}`];
      const content = `Date,Description,Amount,Balance\n${rows.join("\n")}\n`;
      await importBankLines(api.services, INBOX, { deposit_account_id: ACCOUNT, content, format: "auto" });
      expect(outcome(await credit(fiona, await lineOf(said)))).toBe("awaiting_approval");
    });
  });

  describe("one payment", () => {
    test.each([
      ["to a customer", (_amount: string) => Promise.resolve({ customer: accomplice.id })],
      [
        "to a deposit",
        async (amount: string) => ({ reference: (await announce(amount, accomplice)).reference }),
      ],
    ])("that is credited by hand is not credited again %s", async (_how, to) => {
      const amount = amountOfItsOwn();
      const paid = await announce(amount);
      expect(outcome(await confirm(fiona, paid, amount))).toBe("done");
      const asked = await credit(fiona, await line(iris, amount, "CASH"), await to(amount));
      expect(outcome(asked)).toBe("awaiting_approval");
      expect(reasonsOf(asked)).toEqual([
        `Deposit ${paid.reference} was credited by hand with the same amount, and no line shows it.`,
      ]);
      const { data: approvals } = await query<{ data: ApprovalRecord[] }>(
        frank.client,
        "ops.approvals.list",
        {
          status: "pending",
        },
      );
      const record = approvals.data.find(
        ({ id }) => asked.data?.outcome === "awaiting_approval" && asked.data.approval.id === id,
      );
      expect(record?.details).toContainEqual({
        name: "Credited already",
        value: expect.stringContaining(`Deposit ${paid.reference} of`) as string,
      });
      expect(record?.details).toContainEqual({
        name: "Text",
        value: expect.stringContaining("CASH") as string,
      });
    });

    test("whose line names it is shown, and then another of the same amount is free", async () => {
      const amount = amountOfItsOwn();
      const paid = await announce(amount);
      await confirm(fiona, paid, amount);
      const own = await line(iris, amount, paid.reference);
      expect(reasonsOf(await credit(frank, own))).toEqual([
        `The line names ${paid.reference}, which is another customer's.`,
        `Deposit ${paid.reference} was credited by hand with the same amount, and no line shows it.`,
      ]);
      const { data } = await query<{ data: ApprovalRecord[] }>(fiona.client, "ops.approvals.list", {
        status: "pending",
      });
      const waiting = data.data.find(({ proposed_by }) => proposed_by.id === frank.id);
      await mutate(frank.client, "ops.approvals.withdraw", { id: waiting?.id });
      expect(outcome(await credit(fiona, own, {}))).toBe("done");
      expect(outcome(await credit(fiona, await line(iris, amount)))).toBe("done");
    });

    test("that names its own deposit has nothing to do with another's", async () => {
      const amount = amountOfItsOwn();
      const [byHand, named] = [await announce(amount), await announce(amount, accomplice)];
      await confirm(fiona, byHand, amount);
      expect(outcome(await credit(fiona, await line(iris, amount, named.reference), {}))).toBe("done");
    });

    test("is not sent back while a credit by hand may have it", async () => {
      const amount = amountOfItsOwn();
      const paid = await announce(amount);
      await confirm(fiona, paid, amount);
      const asked = await act(fiona, "return", await line(iris, amount), { message: "Sent back." });
      expect(outcome(asked)).toBe("awaiting_approval");
    });

    test("that a line has credited is not credited by hand", async () => {
      const amount = amountOfItsOwn();
      const paid = await announce(amount);
      await credit(fiona, await line(iris, amount, "CASH"));
      const asked = await confirm(fiona, paid, amount);
      expect(outcome(asked)).toBe("awaiting_approval");
      expect(reasonsOf(asked)).toEqual([
        expect.stringMatching(
          /^A line of the same amount was credited as [A-Z0-9-]+, which it doesn't name\.$/,
        ),
      ]);
    });

    test("of another customer, by a line that names it, leaves a credit by hand to one person", async () => {
      const amount = amountOfItsOwn();
      const [paid, named] = [await announce(amount), await announce(amount, accomplice)];
      await credit(fiona, await line(iris, amount, named.reference), {});
      expect(outcome(await confirm(fiona, paid, amount))).toBe("done");
    });

    test("that came back is not on a balance twice", async () => {
      const sum = amountOfItsOwn();
      await mutateByTwo(api, fiona.client, "ops.ledger.adjust", {
        id: customer.id,
        direction: "credit",
        amount: "20000.00",
        currency: "AUD",
        internal_note: "To withdraw",
      });
      const send = async (amount: string): Promise<Transaction> => {
        const sent = await requestWithdrawal(customer.client, amount);
        await mutateByTwo(api, fiona.client, "ops.withdrawals.complete", {
          reference: sent.reference,
          bank_reference: "Paid alone",
        });
        return sent;
      };
      const giveBack = ({ reference }: Transaction): Promise<Answer> =>
        mutate(fiona.client, "ops.withdrawals.return", { reference, message: "Came back." });
      const first = await send(sum);
      expect(outcome(await giveBack(first))).toBe("done");
      expect(reasonsOf(await credit(fiona, await line(iris, sum)))).toEqual([
        `Withdrawal ${first.reference} was returned by hand with the same amount, and no line shows it.`,
      ]);
      const again = amountOfItsOwn();
      const second = await send(again);
      expect(outcome(await credit(fiona, await line(iris, again)))).toBe("done");
      expect(outcome(await giveBack(second))).toBe("awaiting_approval");
    });

    test("is credited by hand and by its line at once: one of them waits", async () => {
      for (let round = 0; round < 10; round += 1) {
        const amount = amountOfItsOwn();
        const [paid, brought] = [await announce(amount), await line(iris, amount)];
        const answers = await Promise.all([confirm(fiona, paid, amount), credit(frank, brought)]);
        expect(answers.map(outcome).toSorted()).toEqual(["awaiting_approval", "done"]);
      }
    });

    test("is credited by 50 requests at once, in two processes: once", async () => {
      const clients: TestClient[] = [];
      for (const app of [api, other]) {
        for (const { email } of [fiona, frank]) {
          const client = app.client();
          await client.login(email, PASSWORD);
          clients.push(client);
        }
      }
      const brought = await line(iris, amountOfItsOwn());
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          mutate<object>(clients[n % clients.length] ?? fiona.client, "ops.bankLines.credit", {
            id: brought.id,
            customer: accomplice.id,
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(["state_conflict"]));
      const credited = await api.services.database.read
        .selectFrom("transactions")
        .select("id")
        .where("user_id", "=", accomplice.id)
        .where("credit", "=", BigInt(brought.amount.replace(".", "")))
        .execute();
      expect(credited).toHaveLength(1);
    });
  });
});
