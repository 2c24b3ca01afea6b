import { mkdtemp, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { HistoryPage } from "@wattle/contracts/history";
import { updateUser } from "@wattle/db/accounts";
import { EXPORTED_TABLES } from "@wattle/db/customer-data/exported-tables";
import { DIALECTS } from "@wattle/db/testing/databases";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { applicant, FORM, PNG } from "../testing/applicant.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { newAccount, newStaff } from "../testing/new-staff.ts";
import { mailsTo, PASSWORD } from "../testing/visitor.ts";
import { runOps } from "../testing/run-ops.ts";
import { copyData } from "./copy-data.ts";
import { zipOf } from "./zip.ts";

const OWN = "/api/users/data.zip";
const HOUR = 60 * 60_000;
const NOTE = "A note that no customer reads";
/** Columns whose values no copy may have, of anyone. */
const SECRETS = [
  "users.password_hash",
  "sessions.id_hash",
  "api_tokens.token_hash",
  "email_tokens.token_hash",
  "account_links.token_hash",
  "second_factors.secret",
  "recovery_codes.code_hash",
  "passkeys.public_key",
  "passkeys.credential_id",
  "webhook_endpoints.secret",
  "webhook_endpoints.former_secret",
  "personal_hashes.hash",
] as const;

type Row = Readonly<Record<string, unknown>>;

async function archiveOf(pieces: AsyncIterable<Uint8Array>): Promise<Record<string, Uint8Array>> {
  const bytes: Uint8Array[] = [];
  for await (const piece of pieces) bytes.push(piece);
  return unzipSync(Buffer.concat(bytes));
}

describe.each(DIALECTS)("all of a customer's data, on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    ({
      user: { id },
    } = await customer.login("customer@demo.test"));
    await mutate(customer, "tokens.create", { name: "A program", scopes: ["read"] });
  });
  afterAll(() => app.close());

  const copyOf = async (whose: string) => archiveOf(await copyData(app.services, whose));
  const rowsOf = (archive: Record<string, Uint8Array>, file: string): readonly Row[] =>
    JSON.parse(strFromU8(archive[`${file}.json`] ?? new Uint8Array())) as readonly Row[];
  const stored = async (column: string): Promise<readonly string[]> => {
    const [table = "", name = ""] = column.split(".");
    // Named by text: which tables these are is no matter to the types.
    const rows = (await app.services.database.read
      .selectFrom(table as "users")
      .select(`${name} as value` as "id as value")
      .execute()) as readonly { readonly value: string | null }[];
    return rows.flatMap(({ value }) => (value === null || value === "" ? [] : [value]));
  };

  test("is an archive with a list of its files, each an array of rows", async () => {
    const archive = await copyOf(id);
    const about = JSON.parse(strFromU8(archive["about.json"] ?? new Uint8Array())) as {
      account: string;
      files: Record<string, string>;
    };
    expect(about.account).toBe(id);
    expect(Object.keys(about.files)).toEqual(EXPORTED_TABLES.map(({ file }) => `${file}.json`));
    for (const name of Object.keys(about.files)) {
      expect(JSON.parse(strFromU8(archive[name] ?? new Uint8Array())), name).toBeInstanceOf(Array);
    }
  });

  test("has the transactions as the history shows them, amounts as decimal text", async () => {
    const history = await query<HistoryPage>(customer, "history.list", { per_page: 100 });
    const copied = rowsOf(await copyOf(id), "transactions");
    expect(copied).toHaveLength(history.data.meta.total);
    expect(copied.length).toBeGreaterThan(0);
    for (const shown of history.data.data) {
      const { credit, debit, fee_amount, created_at, status } = shown;
      expect(copied.find((row) => row["id"] === shown.id)).toMatchObject({
        credit,
        debit,
        fee_amount,
        created_at,
        status,
      });
    }
  });

  test("opens what is sealed, and writes down times, lists and balances", async () => {
    const archive = await copyOf(id);
    const [profile] = rowsOf(archive, "profile");
    const { data } = await query<{ user: { phone: string; email: string } }>(customer, "accounts.me");
    expect(profile).toMatchObject({
      email: data.user.email,
      phone: data.user.phone,
      roles: ["regular-user"],
    });
    expect(profile?.["created_at"]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(rowsOf(archive, "bank-accounts").map((row) => row["account_number"])).not.toHaveLength(0);
    expect(JSON.stringify(rowsOf(archive, "bank-accounts"))).not.toContain("v1.");
    expect(rowsOf(archive, "balances")[0]?.["balance"]).toMatch(/^\d+\.\d+$/);
    const ledger = [...rowsOf(archive, "ledger-in"), ...rowsOf(archive, "ledger-out")];
    expect(ledger.length).toBeGreaterThan(0);
    for (const row of ledger) expect(row["created_at"]).toMatch(/Z$/);
    expect(rowsOf(archive, "api-tokens")[0]).toMatchObject({ name: "A program", scopes: ["read"] });
  });

  test("has the uploads as they were sent, and says of one that is gone what it was", async () => {
    const owner = await applicant(app);
    const archive = await copyOf(owner.id);
    const [front, selfie] = rowsOf(archive, "identity-documents").toSorted((one, other) =>
      String(one["side"]).localeCompare(String(other["side"])),
    );
    expect(Buffer.from(archive[`documents/${String(front?.["id"])}.png`] ?? [])).toEqual(PNG);
    expect(rowsOf(archive, "identity")[0]?.["form"]).toMatchObject({ street: FORM.street });
    await app.services.documents.remove(String(selfie?.["id"]));
    const later = await copyOf(owner.id);
    expect(rowsOf(later, "identity-documents")).toHaveLength(2);
    expect(Object.keys(later).filter((name) => name.startsWith("documents/"))).toHaveLength(1);
  });

  test("has no secret, no other customer, and nothing that staff wrote to each other", async () => {
    const compliance = await newStaff(app, "compliance");
    const { id: own } = await newAccount(app, { first_name: "Other" });
    for (const [procedure, input] of [
      ["ops.customers.note", { id, text: NOTE }],
      ["ops.customers.hold", { id, on: ["withdrawals"], internal_note: NOTE }],
    ] as const) {
      expect((await mutate(compliance.client, procedure, input)).status, procedure).toBe(200);
    }
    await mutate(customer, "webhooks.create", { url: "https://programs.example/hook", events: ["*"] });
    const archive = await copyOf(id);
    const text = Object.values(archive)
      .map((file) => strFromU8(file))
      .join("\n");
    expect(text).toContain("customer@demo.test");
    expect(text).not.toContain(NOTE);
    expect(text).not.toContain(compliance.id);
    expect(text).not.toContain(own);
    for (const column of SECRETS) {
      for (const secret of await stored(column)) expect(text.includes(secret), column).toBe(false);
    }
    const others = (await stored("users.id")).filter((other) => other !== id);
    expect(others.filter((other) => text.includes(other))).toEqual([]);
    const addresses = (await stored("users.email")).filter((other) => other !== "customer@demo.test");
    expect(addresses.filter((other) => text.includes(other))).toEqual([]);
  });

  test("a partner's has transactions of those invited, and not who they are", async () => {
    const partner = app.client();
    const { user } = await partner.login("partner@demo.test");
    const archive = await copyOf(user.id);
    expect(rowsOf(archive, "partner-board").length).toBeGreaterThan(0);
    const names = await stored("referral_records.client_email");
    const text = strFromU8(archive["partner-board.json"] ?? new Uint8Array());
    expect(names.filter((name) => text.includes(name))).toEqual([]);
  });

  test("comes as a download that is kept nowhere, and is in the log", async () => {
    const { client, id: owner } = await newAccount(app);
    const answer = await app.app.inject({
      method: "GET",
      url: OWN,
      headers: { cookie: client.cookies.header },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "no-store",
      "content-disposition": expect.stringMatching(/^attachment; filename="data-\d{4}-\d\d-\d\d\.zip"$/),
    });
    const archive = unzipSync(answer.rawPayload);
    expect(rowsOf(archive, "profile").map((row) => row["id"])).toEqual([owner]);
    const { data } = await query<{ data: readonly Row[] }>(
      (await newStaff(app, "admin")).client,
      "ops.audit.list",
      { subject: owner },
    );
    expect(data.data[0]).toMatchObject({ action: "customer.data_copied" });
  });

  test("is refused to visitors, staff and blocked customers", async () => {
    expect((await app.client().get(OWN)).status).toBe(401);
    expect((await (await newStaff(app, "compliance")).client.get(OWN)).status).toBe(403);
    const blocked = await newAccount(app);
    await app.services.database.write((tx) => updateUser(tx, blocked.id, { status: "blocked" }));
    expect((await blocked.client.get(OWN)).status).toBe(403);
  });

  test("is given five times an hour", async () => {
    const { client } = await newAccount(app);
    for (let time = 1; time <= 5; time += 1) expect((await client.get(OWN)).status).toBe(200);
    const refused = await client.get(OWN);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "3600"]);
    app.clock.advance(HOUR);
    expect((await client.get(OWN)).status).toBe(200);
  });

  test("is given to compliance and admins for a customer who asks, each time with a line in the log", async () => {
    const owner = await newAccount(app);
    const address = `/api/ops/customers/${owner.id}/data.zip`;
    for (const role of ["support", "finance"] as const) {
      expect((await (await newStaff(app, role)).client.get(address)).status, role).toBe(403);
    }
    expect((await owner.client.get(address)).status).toBe(403);
    for (const role of ["compliance", "admin"] as const) {
      const { client, id: by } = await newStaff(app, role);
      const answer = await client.get(address);
      expect([answer.status, answer.headers["content-type"]], role).toEqual([200, "application/zip"]);
      const { data } = await query<{ data: readonly Row[] }>(client, "ops.audit.list", { actor: by });
      expect(data.data, role).toMatchObject([{ action: "customer.data_copied", subject: owner.id }]);
      expect((await client.get("/api/ops/customers/unknown/data.zip")).status).toBe(404);
    }
  });

  test("is mailed to its owner when staff take one; while the owner is on hold, once that has ended", async () => {
    const owner = await newAccount(app);
    const { client } = await newStaff(app, "compliance");
    const taken = async (): Promise<number> => {
      expect((await client.get(`/api/ops/customers/${owner.id}/data.zip`)).status).toBe(200);
      return (await mailsTo(app, owner.email)).length;
    };
    expect(await taken()).toBe(1);
    const hold = { id: owner.id, on: ["erasure"], internal_note: "A court asked" };
    expect((await mutate(client, "ops.customers.hold", hold)).status).toBe(200);
    expect(await taken()).toBe(1);
    expect(await taken()).toBe(1);
    const more = { ...hold, on: ["deposits"] };
    expect((await mutate(client, "ops.customers.hold", more)).status).toBe(200);
    app.clock.advance(1000);
    const release = (on: string[]) =>
      mutate(client, "ops.customers.releaseHold", { ...hold, on, internal_note: "Over" });
    expect((await release(["erasure"])).status).toBe(200);
    expect(await mailsTo(app, owner.email)).toHaveLength(1);
    app.clock.advance(1000);
    expect((await release(["deposits"])).status).toBe(200);
    const [told, ...others] = await mailsTo(app, owner.email);
    expect([told?.subject, others.length]).toEqual(["Your data was downloaded", 1]);
    expect(told?.text).toMatch(/Our team made a copy of your data on .+ and on .+, because/);
    // A copy that was told once is not told again.
    app.clock.advance(1000);
    expect((await mutate(client, "ops.customers.hold", more)).status).toBe(200);
    app.clock.advance(1000);
    expect((await release(["deposits"])).status).toBe(200);
    expect(await mailsTo(app, owner.email)).toHaveLength(2);
  });

  test("and its documents are given to staff who have just confirmed that it is them", async () => {
    const owner = await applicant(app);
    const [document] = (await query<{ documents: Row[] }>(owner.client, "identity.get")).data.documents;
    const { email } = await newStaff(app, "admin");
    const thief = app.client({ confirms: false });
    await thief.login(email, PASSWORD);
    const month = "2022-10";
    const days = { from: "2022-10-01", to: "2022-10-02" };
    const taken = async (): Promise<(number | string | undefined)[]> => [
      (await thief.get(`/api/ops/customers/${owner.id}/data.zip`)).status,
      (await thief.get(`/api/ops/documents/${String(document?.["id"])}`)).status,
      (await query(thief, "ops.reports.statementFile", { customer_id: owner.id, month, kind: "csv" })).code,
      (await query(thief, "ops.reports.trades", days)).code,
    ];
    expect(await taken()).toEqual([200, 200, undefined, undefined]);
    app.clock.advance(5 * 60_000);
    const refused = "confirmation_required";
    expect(await taken()).toEqual([403, 403, refused, refused]);
  });

  test.each([
    { what: "copies", message: "Daily limit of data copies reached", most: 3 },
    { what: "documents", message: "Daily limit of documents reached", most: 4 },
  ] as const)("a person of staff takes so many $what a day, also of many at once", async (limited) => {
    const few = await startTestApp({
      dialect,
      databaseUrl: app.databaseUrl,
      env: { STAFF_COPIES_DAILY: "3", STAFF_DOCUMENTS_DAILY: "4" },
    });
    try {
      const owner = await applicant(app);
      const [document] = (await query<{ documents: Row[] }>(owner.client, "identity.get")).data.documents;
      const { email } = await newStaff(app, "compliance");
      const own = {
        copies: `customers/${owner.id}/data.zip`,
        documents: `documents/${String(document?.["id"])}`,
      };
      const take = (client: TestClient) => client.get<ErrorBody>(`/api/ops/${own[limited.what]}`);
      const client = few.client();
      await client.login(email, PASSWORD);
      const answers = await Promise.all(Array.from({ length: 10 }, () => take(client)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(limited.most);
      const refused = answers.find(({ status }) => status !== 200);
      expect([refused?.status, refused?.body.message]).toEqual([429, limited.message]);
      expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(23 * 60 * 60);
      const { email: colleague } = await newStaff(app, "compliance");
      const other = few.client();
      await other.login(colleague, PASSWORD);
      expect((await take(other)).status).toBe(200);
      few.clock.advance(24 * HOUR);
      const later = few.client();
      await later.login(email, PASSWORD);
      expect((await take(later)).status).toBe(200);
    } finally {
      await few.close();
    }
  });

  test("customers export writes it into a new file of this user's own", async () => {
    const owner = await newAccount(app);
    const file = path.join(await mkdtemp(path.join(tmpdir(), "export-")), "data.zip");
    const words = ["customers", "export", owner.email, "--to", file];
    const first = await runOps(app, words);
    expect([first.code, first.error]).toEqual([0, ""]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const archive = unzipSync(await readFile(file));
    expect(rowsOf(archive, "profile").map((row) => row["email"])).toEqual([owner.email]);
    await expect(runOps(app, words)).rejects.toThrow("EEXIST");
  });
});

test("an archive is given a piece at a time, before its files are read to the end", async () => {
  let read = 0;
  async function* content(): AsyncGenerator<Uint8Array> {
    for (; read < 1_000; read += 1) yield Buffer.from(String(read).repeat(500));
  }
  async function* files() {
    yield { name: "long.txt", content: content() };
  }
  const pieces = zipOf(files(), Date.parse("2026-11-22T00:00:00Z"));
  await pieces.next();
  await pieces.next();
  expect(read).toBeLessThan(500);
  await pieces.return(undefined);
  expect(read).toBeLessThan(500);
});
