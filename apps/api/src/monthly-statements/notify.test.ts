import { findUserById, updateUser } from "@wattle/db/accounts";
import { recordExchange } from "@wattle/db/exchange";
import { exchangeRow } from "@wattle/db/history-rows";
import { DIALECTS } from "@wattle/db/testing/databases";
import { exchangeOf } from "@wattle/db/testing/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mailsTo } from "../testing/visitor.ts";
import { sendStatementNotices } from "./notify.ts";

const EMAIL = "customer@demo.test";
/** The first day of August 2027 in Sydney, which is still July in London. */
const FIRST_DAY = Date.parse("2027-07-31T20:00:00Z");

describe.each(DIALECTS)("the email about a new statement, on %s", (dialect) => {
  let app: TestApp;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect, now: FIRST_DAY });
    ({
      user: { id },
    } = await app.client().login(EMAIL));
  });
  afterAll(() => app.close());

  /** Services of a process whose clock says so. */
  const at = (now: number) => ({ ...app.services, clock: { ...app.services.clock, now: () => now } });
  const mails = async () =>
    (await mailsTo(app, EMAIL)).filter(({ subject }) => subject.endsWith("statement is ready"));
  const exchange = (mark: string, time: string) =>
    app.services.database.write((tx) =>
      recordExchange(tx, exchangeRow(exchangeOf(id, mark, { createdAt: BigInt(Date.parse(time)) }))),
    );
  const everyone = async (): Promise<number> => {
    const rows = await app.services.database.read.selectFrom("statement_notices").selectAll().execute();
    return rows.length;
  };

  test("goes once to each customer whose money moved, however many processes look", async () => {
    await exchange("july", "2027-07-15T00:00:00Z");
    // Already August in Sydney.
    await exchange("august", "2027-07-31T15:00:00Z");
    const before = (await mails()).length;
    const processes = [at(FIRST_DAY), at(FIRST_DAY + 1000), at(FIRST_DAY + 2000)];
    const months = await Promise.all(processes.map((services) => sendStatementNotices(services)));
    expect(months).toEqual(["2027-07", "2027-07", "2027-07"]);
    const sent = (await mails()).slice(before);
    expect(sent.map(({ subject }) => subject)).toEqual(["Your July 2027 statement is ready"]);
    const count = await everyone();
    expect(await sendStatementNotices(at(FIRST_DAY + 60_000), "2027-07")).toBe("2027-07");
    expect([await everyone(), (await mails()).length]).toEqual([count, before + 1]);
  });

  test("not after the first days, not without a movement, not for who wants none", async () => {
    const before = (await mails()).length;
    expect(await sendStatementNotices(at(Date.parse("2027-09-06T00:00:00Z")))).toBeUndefined();
    expect((await mails()).length).toBe(before);
    // September had no movement.
    expect(await sendStatementNotices(at(Date.parse("2027-10-02T00:00:00Z")))).toBe("2027-09");
    expect((await mails()).length).toBe(before);
    // August had one.
    const choose = (kinds: string) =>
      app.services.database.write((tx) => updateUser(tx, id, { emails_off: kinds }));
    await choose('["statements"]');
    expect(await sendStatementNotices(at(Date.parse("2027-09-02T00:00:00Z")))).toBe("2027-08");
    expect((await mails()).length).toBe(before);
    await choose("[]");
    expect((await findUserById(app.services.database.read, id))?.emails_off).toBe("[]");
  });
});
