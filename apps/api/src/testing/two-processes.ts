import type { Dialect } from "@wattle/db/database";
import { afterAll, beforeAll } from "vitest";
import { startTestApp, type TestApp } from "./app-for-test.ts";
import type { TestClient } from "./client.ts";

/** For so long another process may not know of a change yet. */
const KNOWN_AFTER_MILLISECONDS = 5_000;

export interface TwoProcesses {
  readonly app: TestApp;
  /** Another process of the same installation. */
  readonly other: TestApp;
  /** Signed in at `app`. */
  readonly operator: TestClient;
  /** Signed in at `other`. */
  readonly customer: TestClient;
  /** Lets so much time pass that each process knows what the other changed. */
  readonly pass: () => void;
  readonly close: () => Promise<void>;
}

async function start(dialect: Dialect): Promise<TwoProcesses> {
  const app = await startTestApp({ dialect });
  const other = await startTestApp({ dialect, databaseUrl: app.databaseUrl, now: app.clock.now() });
  const [operator, customer] = [app.client(), other.client()];
  await operator.login("operator@demo.test");
  await customer.login("customer@demo.test");
  return {
    app,
    other,
    operator,
    customer,
    pass() {
      app.clock.advance(KNOWN_AFTER_MILLISECONDS);
      other.clock.advance(KNOWN_AFTER_MILLISECONDS);
    },
    async close() {
      await other.close();
      await app.close();
    },
  };
}

/**
 * Two processes of one demo, with a member of staff at the one and a customer at the other: from the first test of the block
 * that calls this to its last.
 */
export function twoProcesses(dialect: Dialect): Readonly<TwoProcesses> {
  const two = {} as TwoProcesses;
  beforeAll(async () => {
    Object.assign(two, await start(dialect));
  });
  afterAll(() => two.close());
  return two;
}
