import type { CarfReport } from "@wattle/contracts/reports";
import { startOfDay } from "@wattle/contracts/days";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arriveFromOutside } from "../../testing/arrive-coins.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { runOps } from "../../testing/run-ops.ts";
import { unitsOf } from "../../testing/units.ts";

const NOW = Date.parse("2026-11-27T00:00:00Z");
const EMAIL = "customer@demo.test";
const YEARS = [2025, 2026];

/** One total of a file: kind, coin, amount in `currency`, units. */
interface Total {
  readonly kind: string;
  readonly coin: string;
  readonly amount: string;
  readonly currency: string;
  readonly units: string;
}

function totalsIn(xml: string): Total[] {
  const all = xml.matchAll(
    /<RelevantTransactions><CryptoAsset>(\w+)<\/CryptoAsset>(.*?)<\/RelevantTransactions>/g,
  );
  return [...all].flatMap(([, coin = "", kinds = ""]) =>
    [
      ...kinds.matchAll(
        /<(Crypto\w+)>.*?<Amount currCode="(\w+)">([\d.]+)<\/Amount><NumberofUnits>([\d.]+)<\/NumberofUnits><\/\1>/g,
      ),
    ].map(([, kind = "", currency = "", amount = "", units = ""]) => ({
      kind,
      coin,
      amount,
      currency,
      units,
    })),
  );
}

/** Whether each element that is opened is closed in its place. */
function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ""] of xml.matchAll(/<(\/?)([\w:]+)[^>]*>/g)) {
    if (slash === "") open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n);

describe.each(DIALECTS)("a country's CARF file, on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let finance: TestClient;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect, now: NOW });
    [customer, finance] = [app.client(), app.client()];
    await customer.login(EMAIL);
    await finance.login("finance@demo.test");
    ({ id } = (await customer.get<{ data: { user: { id: string } } }>("/api/users/me")).body.data.user);
    await arriveFromOutside(app.services, {
      userId: id,
      mark: "carf",
      currency: "BTC",
      units: 25_000_000n,
      at: BigInt(NOW - 86_400_000),
    });
  });
  afterAll(() => app.close());

  const certify = async (residences: readonly object[]) =>
    expect((await customer.put("/api/users/tax-residences", { residences, certified: true })).status).toBe(
      200,
    );
  const carf = (input: object) => query<CarfReport>(finance, "ops.reports.carf", input);
  const whole = async (year: number, country = "NZ") => (await carf({ year, country })).data;

  test("a customer without a certified residence is only on the list of what is missing", async () => {
    const { xml, missing, next } = await whole(2026);
    expect(next).toBeNull();
    expect(missing).toContainEqual({ customer: id, what: "no tax residence certified" });
    expect(missing).toContainEqual({ customer: null, what: "the year is not over" });
    expect(xml).not.toContain("<CryptoUsers>");
    expect(isWellFormed(xml)).toBe(true);
  });

  test("a resident is in it with the number; what is not known is listed, and residents elsewhere are not in it", async () => {
    await certify([
      { country: "NZ", tin: "49-091-850" },
      { country: "NG", tin: null, no_tin_reason: "applied_for" },
    ]);
    const { xml, missing } = await whole(2026);
    expect(isWellFormed(xml)).toBe(true);
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<CARF_OECD /);
    expect(xml).toContain("<TransmittingCountry>NZ</TransmittingCountry>");
    expect(xml).toContain("<ReportingPeriod>2026-12-31</ReportingPeriod>");
    expect(xml).toContain('<TIN issuedBy="NZ">49091850</TIN>');
    // A demo's people are made up: test data.
    expect(xml).not.toContain("<stf:DocTypeIndic>OECD1<");
    expect(missing).toContainEqual({ customer: id, what: "no number of NG: applied_for" });
    expect((await whole(2026, "AU")).xml).not.toContain("<CryptoUsers>");
    const references = [...xml.matchAll(/<stf:DocRefId>(.*?)</g)].map(([, reference]) => reference);
    expect(new Set(references).size).toBe(references.length);
    expect(references.length).toBeGreaterThan(1);
  });

  test("its totals equal the ledger: units by coin, and money without the fees", async () => {
    const files = await Promise.all(YEARS.map((year) => whole(year)));
    const totals = files.flatMap(({ xml }) => totalsIn(xml));
    // The demo's customers bought their first coins by card, before this year.
    const ofYear = totalsIn(files.at(-1)?.xml ?? "");
    const { read } = app.services.database;
    for (const coin of ["BTC", "ETH"]) {
      const moved = (end: string) =>
        sum(
          totals
            .filter((total) => total.coin === coin && total.kind.endsWith(end))
            .map(({ units }) => unitsOf(units, coin)),
        );
      const held = await read
        .selectFrom("ledger_balances")
        .innerJoin("ledger_accounts", "ledger_accounts.id", "ledger_balances.account_id")
        .select("ledger_balances.balance")
        .where("ledger_accounts.user_id", "=", id)
        .where("ledger_accounts.currency", "=", coin)
        .execute();
      expect(moved("In") - moved("Out"), coin).toBe(sum(held.map(({ balance }) => balance)));
      const exchanges = await read
        .selectFrom("transactions")
        .select(["credit", "fee_amount", "debit", "credit_currency", "debit_currency"])
        .where("user_id", "=", id)
        .where("transaction_type", "=", "exchange")
        .where("created_at", ">=", startOfDay("2026-01-01", "Pacific/Auckland"))
        .execute();
      const amount = (kind: string) =>
        sum(
          ofYear
            .filter((total) => total.coin === coin && total.kind === kind)
            .map((total) => unitsOf(total.amount, total.currency)),
        );
      const bought = exchanges.filter(({ debit_currency }) => debit_currency === coin);
      const sold = exchanges.filter(({ credit_currency }) => credit_currency === coin);
      expect(bought.length).toBeGreaterThan(0);
      expect(amount("CryptoFiatIn")).toBe(
        sum(bought.map(({ credit, fee_amount }) => credit - (fee_amount ?? 0n))),
      );
      expect(amount("CryptoFiatOut")).toBe(sum(sold.map(({ debit }) => debit)));
    }
    expect(totals.filter(({ kind }) => kind === "CryptoTransferIn")).toContainEqual(
      expect.objectContaining({ coin: "BTC" }),
    );
  });

  test("from the command line the file is the output, and what is missing is apart", async () => {
    const { code, out, error } = await runOps(
      app,
      "reports carf --year 2026 --country NZ --as finance@demo.test".split(" "),
    );
    expect([code, isWellFormed(out)]).toEqual([0, true]);
    expect(out.endsWith("</CARF_OECD>")).toBe(true);
    expect(error).toContain("missing: the firm: the year is not over");
    expect(out).not.toContain("missing");
  });

  test.each([
    [{ year: 2027, country: "NZ" }, { year: ["This year has not begun yet"] }],
    [{ year: 2026, country: "XX" }, { country: ["Country is not valid."] }],
    [{ year: "last", country: "NZ" }, { year: ["Enter a whole number from 2009 to 2199"] }],
  ])("%j is refused", async (input, errors) => {
    expect((await carf(input)).errors).toEqual(errors);
  });
});
