import type { UserData } from "@wattle/contracts/accounts";
import { findUserByEmail } from "@wattle/db/accounts";
import type { TestApp } from "./app-for-test.ts";
import type { Answer, TestClient } from "./client.ts";

/** Target of visitors: the application in this process, or a server elsewhere. */
export type Visited = Pick<TestApp, "client">;

export const PASSWORD = "Correct-Horse7";
let made = 0;

/** An address that no one has yet. */
export const freshEmail = (): string => `visitor-${process.pid}-${(made += 1)}@mail.example`;

/** A payload that registers; `changes` replace parts of it. */
export const registration = (changes: Readonly<Record<string, unknown>> = {}) => ({
  first_name: "Mary",
  last_name: "Visitor",
  email: freshEmail(),
  password: PASSWORD,
  password_confirmation: PASSWORD,
  terms: true,
  ...changes,
});

/** Registers at an address of its own, so that limits of one test do not reach another. */
export async function register(
  api: Visited,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<{ client: TestClient; email: string; answer: Answer<{ data: UserData }> }> {
  const client = api.client({ ip: `10.1.${(made >> 8) & 255}.${made & 255}` });
  const payload = registration(changes);
  const answer = await client.post<{ data: UserData }>("/register", payload);
  return { client, email: String(payload.email), answer };
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created_at: string;
}

/** Mail to an address, newest first. */
export async function mailsTo(api: Visited, email: string): Promise<readonly Mail[]> {
  const { body } = await api.client().get<{ data: readonly Mail[] }>("/dev/mail.json");
  return body.data.filter((mail) => mail.to === email);
}

/** The path and query of the link in the newest mail to an address. @throws when there is none */
export async function linkTo(api: Visited, email: string): Promise<string> {
  const [mail] = await mailsTo(api, email);
  const link = /https?:\/\/\S+token=\S+/.exec(mail?.text ?? "")?.[0];
  if (link === undefined) throw new Error(`no link was mailed to ${email}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** Makes an account's sessions as old as one that may make a token that withdraws without a second factor. */
export const ageSessions = ({ services }: Pick<TestApp, "services">, email: string): Promise<void> =>
  services.database.write(async (tx) => {
    const account = (await findUserByEmail(tx, email)) ?? { id: "" };
    await tx
      .updateTable("sessions")
      .set((row) => ({ created_at: row(row.ref("created_at"), "-", 86_400_000n) }))
      .where("user_id", "=", account.id)
      .execute();
  });

/** Registers and follows the mailed link. */
export async function confirmed(
  api: Visited,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<{ client: TestClient; email: string; id: string }> {
  const { client, email, answer } = await register(api, changes);
  await client.get(await linkTo(api, email));
  return { client, email, id: answer.body.data.user.id };
}
