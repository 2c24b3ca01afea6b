import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { CustomerFile } from "@wattle/contracts/desk";
import type { Transaction } from "@wattle/contracts/history";
import { DIALECTS } from "@wattle/db/testing/databases";
import { everythingStored } from "@wattle/db/testing/everything";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeBackup } from "../backup/write-backup.ts";
import { confirmed, PASSWORD } from "../testing/visitor.ts";
import { ABOUT, PNG, upload } from "../testing/applicant.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { mutateByTwo } from "../testing/second-person.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Values that someone types on the way from registering to a withdrawal, each found nowhere else. */
const IDENTITY = {
  first_name: "Quillaree",
  middle_name: "Zanthorpe",
  last_name: "Vexholmumbra",
  date_of_birth: "1987-03-19",
  street: "77 Glimmerwick Terrace",
  city: "Ostrandale",
  state: "Quorrimount",
  postcode: "9QX7Z",
  address_country: "AU",
  document_type: "passport",
  document_number: "XK7734419Q",
  document_country: "NZ",
} as const;
const PHONE = "+61491570156";
const BANK_ACCOUNT = {
  currency: "AUD",
  account_name: "Prunella Dashworthy",
  bank_name: "Cooperative Bank of Farthingmoor",
  bsb: "739-264",
  account_number: "860417395",
} as const;
const FILE_NAME = "passport-of-quill.png";
const MESSAGE = "My neighbour Ferrantine lost the yellow notebook.";

/** Typed as well, and readable where it is stored: mail and sign-in need the address, greetings and lists the names. */
const READABLE: readonly string[] = [IDENTITY.first_name, IDENTITY.last_name];

/** Codes out of a short list, which say nothing of their own and would be found anywhere. */
const CODES: readonly string[] = [
  IDENTITY.address_country,
  IDENTITY.document_type,
  IDENTITY.document_country,
  "AUD",
];

const typed = [...Object.values(IDENTITY), PHONE, ...Object.values(BANK_ACCOUNT), FILE_NAME, MESSAGE].filter(
  (value) => !CODES.includes(value),
);

describe.each(DIALECTS)("after a whole journey on %s", (dialect) => {
  let api: TestApp;
  let folder: string;
  let email: string;
  let id: string;
  let stored: string;
  let file: CustomerFile;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "wattle-journey-"));
    api = await startTestApp({ dialect, env: { UPLOAD_DIR: folder, LOG_LEVEL: "debug" } });
    const visitor = await confirmed(api);
    ({ email, id } = visitor);
    const { client } = visitor;
    await mutate(client, "accounts.updateProfile", { phone: PHONE });
    await mutate(client, "identity.save", IDENTITY);
    await upload(client, "front", PNG, { fileName: FILE_NAME });
    await upload(client, "selfie");
    expect((await mutate(client, "identity.send", { about: ABOUT })).errors).toBeUndefined();
    const operator = api.client();
    await operator.login("operator@demo.test");
    expect(await mutate(operator, "ops.customers.verify", { id })).toMatchObject({ status: 200 });
    const account = await client.post<{ data: BankAccount }>("/api/users/bank-accounts", BANK_ACCOUNT);
    expect(account.status).toBe(201);
    await mutateByTwo(api, operator, "ops.ledger.adjust", {
      id,
      direction: "credit",
      amount: "100.00",
      currency: "AUD",
      internal_note: "a first deposit",
    });
    api.clock.advance(DAY);
    await operator.login("operator@demo.test");
    const withdrawal = await client.post<{ data: Transaction }>("/api/users/transactions", {
      balance: { credit: "40.00", credit_currency: "AUD" },
      transaction_type: "withdraw",
      bank_account_id: account.body.data.id,
    });
    expect(withdrawal.status).toBe(201);
    expect(
      await mutate(operator, "ops.withdrawals.complete", {
        reference: withdrawal.body.data.reference,
        bank_reference: "PAYOUT-1",
      }),
    ).toMatchObject({ status: 200 });
    const enquiry = { name: IDENTITY.first_name, email, message: MESSAGE };
    expect(await client.post("/api/support", enquiry)).toMatchObject({ status: 201 });
    file = (await query<CustomerFile>(operator, "ops.customers.get", { id })).data;
    stored = await everythingStored(api.services.database, api.databaseUrl);
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("the desk reads what was typed", () => {
    expect(file.user).toMatchObject({ phone: PHONE, middle_name: IDENTITY.middle_name });
    expect(file.identity.form).toEqual({ ...IDENTITY, about: ABOUT });
    expect(file.identity.documents.map(({ file_name }) => file_name)).toContain(FILE_NAME);
  });

  test("the database holds the readable values, so that looking for the others means something", () => {
    for (const value of [...READABLE, email]) expect(stored, value).toContain(value);
  });

  test.each(typed.filter((value) => !READABLE.includes(value)))("the database does not hold %s", (value) => {
    const bare = value.replaceAll(/[^A-Za-z0-9]/g, "");
    // Six digits are found by chance in a thousand times.
    const ways = [value, Buffer.from(value).toString("base64"), ...(bare.length < 8 ? [] : [bare])];
    for (const written of ways) expect(stored).not.toContain(written);
  });

  test("the private signing keys, the secrets and the links of mails are not readable either", () => {
    expect(stored).not.toContain("PRIVATE KEY");
    expect(stored).not.toContain("token=");
    expect(stored).not.toContain(PASSWORD);
  });

  test("no value is in the log", () => {
    const log = JSON.stringify(api.log);
    for (const value of typed) expect(log, value).not.toContain(value);
  });

  test.runIf(dialect === "sqlite")("a backup holds none of them either", async () => {
    const backup = mkdtempSync(path.join(tmpdir(), "wattle-journey-backup-"));
    await writeBackup(api.services.config, api.clock, path.join(backup, "made"));
    const files = readdirSync(backup, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const held = files
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"))
      .join("");
    rmSync(backup, { recursive: true });
    // Otherwise nothing was looked at.
    expect(held).toContain(READABLE[0]);
    for (const value of [...typed.filter((each) => !READABLE.includes(each)), PASSWORD, "PRIVATE KEY"]) {
      expect(held.includes(value), value).toBe(false);
    }
  });

  test("uploads hold neither the picture nor a name", () => {
    const names = readdirSync(folder);
    expect(names).toHaveLength(2);
    for (const name of names) {
      const bytes = readFileSync(path.join(folder, name));
      expect(bytes.includes(PNG.subarray(0, 16))).toBe(false);
      expect(bytes.includes(PNG.subarray(-16))).toBe(false);
      for (const value of typed) expect(bytes.includes(value)).toBe(false);
    }
  });
});
