import { expect } from "vitest";
import { mutate } from "./call-procedure.ts";
import type { TestClient } from "./client.ts";
import { confirmed, freshEmail, linkTo, mailsTo, PASSWORD, register, type Visited } from "./visitor.ts";

/** A link that was mailed. Each works once, apart from the one that ends emails. */
export interface MailedLink {
  readonly what: string;
  /** Follows it, without a login. @throws if it does not work */
  readonly follow: (guest: TestClient) => Promise<void>;
}

const tokenOf = (link: string): string => new URL(link, "http://localhost").searchParams.get("token") ?? "";

async function tokenIn(api: Visited, email: string, subject: string): Promise<string> {
  const mail = (await mailsTo(api, email)).find((each) => each.subject === subject);
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? `no link in ${subject}`;
}

async function resetPassword(api: Visited): Promise<MailedLink> {
  const { client, email } = await confirmed(api);
  await client.post("/forgot-password", { email });
  const token = tokenOf(await linkTo(api, email));
  const password = "Another-Horse8";
  return {
    what: "reset the password",
    follow: async (guest) => {
      const input = { email, token, password, password_confirmation: password };
      expect((await guest.post("/reset-password", input)).status).toBe(200);
    },
  };
}

const follows = (what: string, link: string): MailedLink => ({
  what,
  follow: async (guest) => {
    expect((await guest.get(link)).headers["location"]).toBe("/user-information?email=confirmed");
  },
});

async function confirmEmail(api: Visited): Promise<MailedLink> {
  const { email } = await register(api);
  return follows("confirm the email", await linkTo(api, email));
}

/** A customer who has asked for another address. */
async function changing(api: Visited) {
  const { client, email } = await confirmed(api);
  const next = freshEmail();
  const asked = await mutate(client, "accounts.changeEmail", { email: next, current_password: PASSWORD });
  expect(asked.status, asked.message).toBe(200);
  return { email, link: await linkTo(api, next) };
}

const changeEmail = async (api: Visited): Promise<MailedLink> =>
  follows("change the email", (await changing(api)).link);

const reported = (what: string, procedure: string, token: string): MailedLink => ({
  what,
  follow: async (guest) => {
    const done = await mutate(guest, procedure, { token });
    expect(done.status, done.message).toBe(200);
  },
});

async function undoEmail(api: Visited): Promise<MailedLink> {
  const { email, link } = await changing(api);
  await api.client().get(link);
  const token = await tokenIn(api, email, "Your email was changed");
  return reported("undo a change of email", "accounts.undoEmailChange", token);
}

async function notMe(api: Visited): Promise<MailedLink> {
  const { email } = await confirmed(api);
  await api.client().login(email, PASSWORD);
  return reported("report a login", "accounts.reportLogin", await tokenIn(api, email, "New login"));
}

/** For a customer who exchanges, and gets a receipt for it some time later. */
async function endEmails(api: Visited): Promise<MailedLink> {
  const find = async (): Promise<string | undefined> => {
    const { body } = await api.client().get<{ data: readonly { text: string }[] }>("/dev/mail.json");
    return body.data.flatMap(({ text }) => /\/emails\/off\?token=\S+/.exec(text)?.[0] ?? [])[0];
  };
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  const link = (await find()) ?? "";
  return {
    what: "end emails",
    follow: async (guest) => {
      for (const method of ["GET", "POST"] as const) {
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        const body = method === "POST" ? "List-Unsubscribe=One-Click" : undefined;
        const answer = await guest.send(method, link, { headers, ...(body !== undefined && { body }) });
        expect(answer.status, answer.text).toBe(200);
      }
    },
  };
}

/** Has a link of each kind mailed, to a customer each. One who exchanges must be there for the one that ends emails. */
export async function mailLinks(api: Visited): Promise<MailedLink[]> {
  const links: MailedLink[] = [];
  for (const make of [resetPassword, confirmEmail, changeEmail, undoEmail, notMe, endEmails]) {
    links.push(await make(api));
  }
  return links;
}
