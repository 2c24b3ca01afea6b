import { expect, request, type APIRequestContext } from "@playwright/test";
import { DEMO_PASSWORD } from "../../api/src/demo/demo-accounts.ts";
import { codeAt } from "../../api/src/testing/totp.ts";

/** Someone who talks to the server without a browser. */
export class Caller {
  readonly #context: APIRequestContext;
  constructor(context: APIRequestContext) {
    this.#context = context;
  }

  static async signIn(baseURL: string | undefined, email: string): Promise<Caller> {
    const context = await request.newContext(baseURL === undefined ? {} : { baseURL });
    await context.get("/api/currencies");
    const answer = await context.post("/trpc/sessions.login", { data: { email, password: DEMO_PASSWORD } });
    expect(answer.ok()).toBe(true);
    return new Caller(context);
  }

  /**
   * Takes the confirmations of an account's other sessions away, as five minutes do: by turning two-step login on and off again. Each
   * has to be confirmed before it does the next thing that needs that.
   */
  static async takeConfirmationsAway(baseURL: string | undefined, email: string): Promise<void> {
    const elsewhere = await Caller.signIn(baseURL, email);
    const { body } = await elsewhere.post("/trpc/secondFactor.totpBegin", {});
    const { secret } = (body as { result: { data: { secret: string } } }).result.data;
    await elsewhere.call("secondFactor.totpConfirm", { code: codeAt(secret, Date.now()) });
    await elsewhere.call("secondFactor.disable", {});
    await elsewhere.dispose();
  }

  async post(path: string, data: object): Promise<{ status: number; body: unknown }> {
    const { cookies } = await this.#context.storageState();
    const token = cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
    const answer = await this.#context.post(path, { data, headers: { "X-XSRF-TOKEN": token } });
    return { status: answer.status(), body: await answer.json() };
  }

  async call(procedure: string, input: object): Promise<void> {
    const { status, body } = await this.post(`/trpc/${procedure}`, input);
    expect(status, JSON.stringify(body)).toBe(200);
  }

  /** Calls an act of staff that needs a second person, who approves it. */
  async callByTwo(second: Caller, procedure: string, input: object): Promise<void> {
    const { body } = await this.post(`/trpc/${procedure}`, input);
    const asked = body as { result?: { data: { approval?: { id: string } } } };
    await second.call("ops.approvals.approve", { id: asked.result?.data.approval?.id ?? "" });
  }

  /** Answer of a query without input. The type argument is what the test expects; nothing checks it. */
  async ask<T>(procedure: string): Promise<T> {
    const answer = (await (await this.#context.get(`/trpc/${procedure}`)).json()) as { result: { data: T } };
    return answer.result.data;
  }

  /**
   * Asks for a withdrawal in AUD to the first bank account that is not on hold.
   * @param credit decimal text
   */
  async withdraw(credit: string): Promise<{ readonly id: string; readonly reference: string }> {
    const accounts =
      await this.ask<{ id: string; currency: string; held_until: string | null }[]>("bankAccounts.list");
    const account = accounts.find((each) => each.currency === "AUD" && each.held_until === null);
    const { status, body } = await this.post("/api/users/transactions", {
      transaction_type: "withdraw",
      bank_account_id: account?.id,
      balance: { credit, credit_currency: "AUD" },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return (body as { data: { id: string; reference: string } }).data;
  }

  async balance(code: string): Promise<bigint> {
    const answer = (await (await this.#context.get("/api/users/balance")).json()) as {
      data: Record<string, string>;
    };
    return BigInt((answer.data[code] ?? "0").replace(".", ""));
  }

  async dispose(): Promise<void> {
    await this.#context.dispose();
  }
}
