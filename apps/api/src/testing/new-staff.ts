import type { StaffRole } from "@wattle/contracts/accounts";
import { insertUser } from "@wattle/db/accounts";
import { rolesText } from "@wattle/db/roles";
import { hashPassword } from "../access/passwords.ts";
import type { TestApp } from "./app-for-test.ts";
import type { TestClient } from "./client.ts";
import { freshEmail, PASSWORD } from "./visitor.ts";

/** A member of staff of a test's own, signed in. */
export async function newStaff(
  app: TestApp,
  ...roles: readonly StaffRole[]
): Promise<{ readonly client: TestClient; readonly email: string; readonly id: string }> {
  const { clock, database, ids } = app.services;
  const [id, email, now] = [ids.uuid(), freshEmail(), BigInt(clock.now())];
  const password_hash = await hashPassword(PASSWORD);
  await database.write((tx) =>
    insertUser(tx, {
      id,
      email,
      password_hash,
      first_name: "Stella",
      middle_name: null,
      last_name: "Staff",
      phone: null,
      status: "verified",
      status_reason: null,
      default_country: "AU",
      email_verified_at: now,
      roles: rolesText(roles),
      permissions: "[]",
      partner_hash: null,
      referred_by: null,
      referral_hash: null,
      utm: null,
      password_changed_at: null,
      created_at: now,
    }),
  );
  const client = app.client();
  await client.login(email, PASSWORD);
  return { client, email, id };
}
