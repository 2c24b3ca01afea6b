import type { StaffRole } from "@wattle/contracts/accounts";
import { insertUser } from "@wattle/db/accounts";
import { rolesText } from "@wattle/db/roles";
import { customer } from "@wattle/db/testing/fixtures";
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
    insertUser(
      tx,
      customer(id, {
        email,
        password_hash,
        first_name: "Stella",
        last_name: "Staff",
        email_verified_at: now,
        roles: rolesText(roles),
        created_at: now,
      }),
    ),
  );
  const client = app.client();
  await client.login(email, PASSWORD);
  return { client, email, id };
}

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
