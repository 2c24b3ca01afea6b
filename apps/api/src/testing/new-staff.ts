import type { StaffRole } from "@wattle/contracts/accounts";
import { insertUser } from "@wattle/db/accounts";
import { rolesText } from "@wattle/db/roles";
import { customer } from "@wattle/db/testing/fixtures";
import { hashPassword } from "../access/passwords.ts";
import type { TestApp } from "./app-for-test.ts";
import type { TestClient } from "./client.ts";
import { freshEmail, PASSWORD } from "./visitor.ts";

interface NewAccount {
  readonly client: TestClient;
  readonly email: string;
  readonly id: string;
}

/** An account of a test's own, signed in: a verified customer, unless the changes say something else. */
export async function newAccount(
  app: TestApp,
  changes: Parameters<typeof customer>[1] = {},
): Promise<NewAccount> {
  const { clock, database, ids } = app.services;
  const [id, email, now] = [ids.uuid(), changes.email ?? freshEmail(), BigInt(clock.now())];
  const password_hash = await hashPassword(PASSWORD);
  const common = { email, password_hash, email_verified_at: now, created_at: now };
  await database.write((tx) => insertUser(tx, customer(id, { ...common, ...changes })));
  const client = app.client();
  await client.login(email, PASSWORD);
  return { client, email, id };
}

/** A member of staff of a test's own, signed in. */
export const newStaff = (app: TestApp, ...roles: readonly StaffRole[]): Promise<NewAccount> =>
  newAccount(app, {
    first_name: "Stella",
    last_name: "Staff",
    roles: rolesText(roles),
    // As one who has just accepted an invitation.
    password_changed_at: BigInt(app.services.clock.now()),
  });

/** Takes the roles of all staff but the demo's. */
export async function dismissStaff({ services }: TestApp): Promise<void> {
  await services.database.write((tx) =>
    tx
      .updateTable("users")
      .set({ roles: rolesText([]) })
      .where("email", "like", "%@mail.example")
      .where("roles", "not like", "%regular-user%")
      .where("roles", "not like", "%partner%")
      .execute(),
  );
}
