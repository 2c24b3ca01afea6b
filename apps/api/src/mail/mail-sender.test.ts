import { insertUser } from "@wattle/db/accounts";
import { insertClosure } from "@wattle/db/closures";
import { closedAddress } from "@wattle/db/columns/closed-address";
import { customer } from "@wattle/db/testing/fixtures";
import { testVault } from "@wattle/db/testing/vault";
import { listMail, resendMail } from "@wattle/db/outbox";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUnsubscribeLinks } from "../access/unsubscribe-links.ts";
import { randomIds } from "../clock.ts";
import { readConfig } from "../config.ts";
import { SettableClock } from "../testing/app-for-test.ts";
import { Postman } from "../testing/postman.ts";
import { createMailSender, type MailSender } from "./mail-sender.ts";
import { verifyEmailMail } from "./mails.ts";
import { optionalMail, queueMail } from "./queue-mail.ts";

const HOUR = 3_600_000;

describe.each(DIALECTS)("sending mail on %s", (dialect) => {
  let database: FreshDatabase;
  let postman: Postman;
  let clock: SettableClock;
  let senders: MailSender[] = [];
  const config = readConfig({ NODE_ENV: "test", APP_ORIGIN: "https://wattle.example" });
  const logged: string[] = [];
  const log = pino({ level: "trace" }, { write: (line) => void logged.push(line) });

  beforeAll(async () => {
    database = await freshDatabase(dialect);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.write((tx) => tx.deleteFrom("outbox").execute());
    postman = new Postman();
    await postman.open();
    clock = new SettableClock(Date.parse("2026-05-05T10:00:00Z"));
  });
  afterEach(async () => {
    for (const sender of senders) await sender.stop();
    senders = [];
    await postman.close();
  });

  const sender = (keepBodies = true, parameters = ""): MailSender => {
    const made = createMailSender({
      database,
      vault: testVault,
      url: `smtp://127.0.0.1:${postman.port}${parameters}`,
      from: { name: config.brand.name, address: "support@wattle.example" },
      keepBodies,
      clock,
      log,
    });
    senders.push(made);
    return made;
  };
  const queue = (to: string): Promise<void> =>
    database.write((tx) =>
      queueMail(
        tx,
        { config, clock, ids: randomIds, vault: testVault },
        {
          to,
          mail: verifyEmailMail("Mary", "https://wattle.example/email/verify?token=secret-token"),
        },
      ),
    );
  const outbox = () => listMail(database.read, 100);

  test("a mail arrives with text, HTML, sender and the same date as in the outbox", async () => {
    await queue("mary@mail.example");
    expect(await sender().sendDue()).toBe(1);
    const [mail] = postman.received;
    expect(mail?.to).toEqual(["mary@mail.example"]);
    expect(mail?.source).toContain("From: Wattle <support@wattle.example>");
    expect(mail?.source).toContain("Subject: Confirm your email");
    expect(mail?.source).toContain("multipart/alternative");
    expect(mail?.source).toContain("text/html");
    expect(mail?.source).toContain("Date: Tue, 05 May 2026 10:00:00 +0000");
    expect((await outbox())[0]).toMatchObject({ sent_at: BigInt(clock.now()), next_attempt_at: null });
    expect(await sender().sendDue()).toBe(0);
  });

  test("a mail to a closed account goes to the address it had, and nowhere once that is forgotten", async () => {
    const at = BigInt(clock.now());
    const closure = { email_since: null, closed_at: at, closed_by: "gone", kept: 0n, closing_mail: "none" };
    const forget = (email: string | null) =>
      database.write((tx) =>
        tx.updateTable("account_closures").set({ email }).where("user_id", "=", "gone").execute(),
      );
    await database.write(async (tx) => {
      await insertUser(tx, customer("gone", { email: closedAddress("gone") }));
      await insertClosure(tx, { user_id: "gone", email: "mary@mail.example", ...closure });
    });
    await queue(closedAddress("gone"));
    expect(await sender().sendDue()).toBe(1);
    expect(postman.received.map(({ to }) => to)).toEqual([["mary@mail.example"]]);
    await forget(null);
    await queue(closedAddress("gone"));
    expect(await sender().sendDue()).toBe(0);
    expect((await outbox()).map(({ last_error: error }) => error)).toContain("ECLOSED");
    expect(postman.received).toHaveLength(1);
  });

  test("an optional mail carries the one-press end of its kind (RFC 8058), any other mail does not", async () => {
    const unsubscribeLinks = createUnsubscribeLinks(["a secret"], config.APP_ORIGIN);
    const owner = { id: "customer-1", email: "mary@mail.example", emails_off: "[]" };
    const mail = verifyEmailMail("Mary", "https://wattle.example/");
    await database.write(
      optionalMail({ config, clock, ids: randomIds, vault: testVault, unsubscribeLinks }, "alerts", {
        owner,
        mail,
      }),
    );
    await queue("mary@mail.example");
    expect(await sender().sendDue()).toBe(2);
    const unfolded = postman.received.map(({ source }) => source.replaceAll(/\r\n[ \t]+/g, " "));
    const [optional, ...others] = unfolded.filter((source) => source.includes("List-Unsubscribe"));
    expect(others).toEqual([]);
    expect(optional).toMatch(
      /^List-Unsubscribe: <https:\/\/wattle\.example\/emails\/off\?token=alerts\.customer-1\.[\w-]+>\r?$/m,
    );
    expect(optional).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  });

  test("what a rolled back transaction queued never leaves", async () => {
    const failing = database.write(async (tx) => {
      await queueMail(
        tx,
        { config, clock, ids: randomIds, vault: testVault },
        {
          to: "mary@mail.example",
          mail: verifyEmailMail("Mary", "https://wattle.example/"),
        },
      );
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await sender().sendDue()).toBe(0);
  });

  test("while the server is down nothing is lost, and afterwards nothing is sent twice", async () => {
    const { port } = postman;
    await postman.close();
    const addresses = Array.from({ length: 5 }, (_, index) => `mary${index}@mail.example`);
    for (const address of addresses) await queue(address);
    const sending = sender();
    expect(await sending.sendDue()).toBe(0);
    expect((await outbox()).every((mail) => mail.sent_at === null && mail.attempts === 1n)).toBe(true);
    expect(await sending.sendDue()).toBe(0);
    expect((await outbox()).every((mail) => mail.attempts === 1n)).toBe(true);
    clock.advance(5_000);
    expect(await sending.sendDue()).toBe(0);
    await postman.open(port);
    clock.advance(15_000);
    expect(await sending.sendDue()).toBe(5);
    clock.advance(HOUR);
    expect(await sending.sendDue()).toBe(0);
    expect(postman.received.flatMap(({ to }) => to).toSorted()).toEqual(addresses);
  });

  test("several senders at once send each mail once", async () => {
    const addresses = Array.from({ length: 12 }, (_, index) => `mary${index}@mail.example`);
    for (const address of addresses) await queue(address);
    const sent = await Promise.all([sender().sendDue(), sender().sendDue(), sender().sendDue()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(postman.received.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
  });

  test("a sender that dies while sending gives the mail back", async () => {
    await queue("mary@mail.example");
    const [mail] = await outbox();
    await database.write((tx) =>
      tx
        .updateTable("outbox")
        .set({ next_attempt_at: BigInt(clock.now() + 120_000), attempts: 1n })
        .where("id", "=", mail?.id ?? "")
        .execute(),
    );
    expect(await sender().sendDue()).toBe(0);
    clock.advance(120_000);
    expect(await sender().sendDue()).toBe(1);
  });

  test("a mail whose confirmation was lost has the same Message-ID when it is sent again", async () => {
    const { port } = postman;
    postman.breakAfterData = true;
    await queue("mary@mail.example");
    expect(await sender().sendDue()).toBe(0);
    postman.breakAfterData = false;
    await postman.open(port);
    clock.advance(HOUR);
    expect(await sender().sendDue()).toBe(1);
    const ids = postman.received.map(({ source }) => /^Message-ID: (.+)$/m.exec(source)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test.each([
    ["for good is given up at once", 550, false],
    ["for now is tried again", 450, true],
  ])("a recipient that is refused %s", async (_what, code, again) => {
    postman.refuse = { code };
    await queue("mary@mail.example");
    await sender().sendDue();
    const [mail] = await outbox();
    expect(mail?.next_attempt_at === null).toBe(!again);
    expect(mail?.failed_at === null).toBe(again);
    expect(mail?.last_error).toContain(String(code));
  });

  test.each([
    ["has no TLS", false],
    ["shows a certificate that is not trusted", true],
  ])(
    "where TLS is required, a server that %s gets nothing, and the mail is kept",
    async (_what, offersTls) => {
      await postman.close();
      postman.offersTls = offersTls;
      await postman.open();
      await queue("mary@mail.example");
      expect(await sender(true, "?tls=required").sendDue()).toBe(0);
      expect(postman.received).toEqual([]);
      const [mail] = await outbox();
      expect(mail).toMatchObject({ sent_at: null, failed_at: null, attempts: 1n });
      expect(mail?.last_error).toMatch(/^(ETLS|ESOCKET)/);
    },
  );

  test("after three days it is given up", async () => {
    postman.refuse = { code: 450 };
    await queue("mary@mail.example");
    clock.advance(73 * HOUR);
    await sender().sendDue();
    expect((await outbox())[0]?.failed_at).not.toBeNull();
  });

  test("outside a demo the links in a sent mail are not kept", async () => {
    await queue("mary@mail.example");
    await sender(false).sendDue();
    expect((await outbox())[0]).toMatchObject({
      body_text: "",
      body_html: "",
      recipient: "mary@mail.example",
    });
  });

  test("the text of a mail that is given up is kept, sealed, to be sent again", async () => {
    postman.refuse = { code: 550 };
    await queue("mary@mail.example");
    await sender(false).sendDue();
    const [mail] = await outbox();
    expect(mail?.failed_at).not.toBeNull();
    expect(mail?.body_text).not.toBe("");
    expect(mail?.body_text).not.toContain("secret-token");
    postman.refuse = undefined;
    await database.write((tx) => resendMail(tx, mail?.id ?? "", BigInt(clock.now())));
    expect(await sender(false).sendDue()).toBe(1);
    expect(postman.received[0]?.source).toContain("secret-token");
    expect((await outbox())[0]).toMatchObject({ body_text: "", failed_at: null, last_error: null });
  });

  test("looks into the outbox by itself, and stops when asked to", async () => {
    const sending = sender();
    sending.start();
    await queue("mary@mail.example");
    await expect.poll(() => postman.received).toHaveLength(1);
    await sending.stop();
  });

  test("no address, link or password of the server is logged", () => {
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join("")).not.toMatch(/mary|secret-token|mail\.example/);
  });
});
