import type { ErrorBody } from "@wattle/contracts/errors";
import type { HeldRate } from "@wattle/contracts/quotes";
import type { TestClient } from "./client.ts";
import { payloadOf, postExchange, type ExchangePayload } from "./exchanges.ts";

/** A program's view of a call whose connection was lost, or whose database was: nothing, or that it may try again. */
export async function untilAnswered<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const answer = await call();
      if (answer.status < 500) return answer;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

/** An exchange that was answered. */
export interface Executed {
  readonly id: string;
  /** Answer of the last try. */
  readonly key: string;
  readonly payload: ExchangePayload;
  /** The answer as it came. */
  readonly text: string;
}

/** Exchanges once, however often its parts have to be sent. */
export async function executeOnce(client: TestClient, key: string): Promise<Executed> {
  for (let attempt = 0; ; attempt += 1) {
    const { body: held } = await untilAnswered(() =>
      client.post<HeldRate>("/api/get-rate", { credit_currency: "BTC", debit_currency: "AUD", credit: 1 }),
    );
    const payload = payloadOf(held, held.min);
    const tried = `${key}-${attempt}`;
    const answer = await untilAnswered(() => postExchange(client, payload, tried));
    if (answer.status === 201) return { id: answer.body.data.id, key: tried, payload, text: answer.text };
    const { code } = answer.body as unknown as ErrorBody;
    // It was not executed before: a repeat of an executed exchange is answered whatever the time.
    if (code !== "quote_expired") throw new Error(`an exchange answered ${answer.status}: ${answer.text}`);
  }
}

/** Exchanges once, however often its parts have to be sent. @returns the exchange's identifier */
export const exchangeOnce = async (client: TestClient, key: string): Promise<string> =>
  (await executeOnce(client, key)).id;
