/** Someone has the program's own database role, and changes the rows by which ether is sent. */
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { changePastTriggers, runAsProgram } from "@wattle/db/testing/tamper";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { etherWallet } from "../../testing/coin-wallet.ts";
import { newSender, startEtherDesk, withdrawCoins, type CoinDesk } from "../../testing/coin-payout.ts";

const THIEF = etherWallet("a thief");

describe.each(DIALECTS)("ether, with a stolen database role, on %s", (dialect) => {
  let api: TestApp;
  let desk: CoinDesk;
  let batch: CoinPayout;
  /** A withdrawal of the thief's, which is in no batch. */
  let other: string;
  beforeAll(async () => {
    const started = await startEtherDesk(dialect);
    ({ api, desk } = started);
    const [victim, accomplice] = [
      await newSender(api, started.network),
      await newSender(api, started.network),
    ];
    await withdrawCoins(victim);
    await withdrawCoins(victim, "0.2");
    batch = await desk.released();
    other = (await withdrawCoins(accomplice, "0.2")).id;
  });
  afterAll(() => api.close());

  const ofBatch = (): string => `payout_id = '${batch.id}'`;
  const file = () => desk.call<{ content: string }>("file", { id: batch.id });
  const valueOf = async (column: string, place: string): Promise<string> => {
    const [row] = await runAsProgram<{ value: bigint | string }>(
      api.services.database,
      `select ${column} as value from ${place}`,
    );
    return typeof row?.value === "bigint" ? String(row.value) : `'${row?.value}'`;
  };

  test.each([
    ["nonce", () => "nonce + 7"],
    ["value", () => "value * 2"],
    ["sender", () => `'${THIEF.script}'`],
    ["fee_rate", () => "fee_rate * 2"],
    ["tip_rate", () => "tip_rate + 1"],
    ["size", () => "size * 3"],
    ["transaction_id", () => `'${other}'`],
  ])(
    "nothing is signed with another %s of an attempt, and its own role can't change it",
    async (column, to) => {
      const first = `${ofBatch()} and nonce = (select min(nonce) from coin_attempts where ${ofBatch()})`;
      const id = await valueOf("id", `coin_attempts where ${first}`);
      const before = await valueOf(column, `coin_attempts where id = ${id}`);
      const set = (value: string): string => `update coin_attempts set ${column} = ${value} where id = ${id}`;
      await expect(runAsProgram(api.services.database, set(to()))).rejects.toThrow("keeps what was signed");
      await changePastTriggers(api.services.database, [set(to())]);
      const answer = await file();
      await changePastTriggers(api.services.database, [set(before)]);
      expect(answer.data?.content).toBeUndefined();
      expect((await file()).data.content, "once it is undone").toBeTypeOf("string");
    },
  );

  test("a second transaction for the same withdrawal is not signed", async () => {
    const kept =
      "payout_id, kind, fee_rate, fee, change, size, sender, transaction_id, value, tip_rate, digest, made_at";
    const newest = `coin_attempts where ${ofBatch()} and position = 0`;
    await runAsProgram(
      api.services.database,
      `insert into coin_attempts (id, position, nonce, ${kept}) select 'again ' || id, 1, nonce + 50, ${kept} from ${newest}`,
    );
    await runAsProgram(
      api.services.database,
      `insert into coin_attempt_inputs (attempt_id, network, txid, output)
       select 'again ' || id, 'ethereum', sender, nonce + 50 from ${newest}`,
    );
    expect((await file()).data?.content).toBeUndefined();
  });
});
