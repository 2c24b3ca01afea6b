/** Someone has the program's own database role, and changes the rows by which coins are sent. */
import { paymentTxid } from "@wattle/bitcoin/payment-file";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { listAttemptCoins } from "@wattle/db/coin-attempts";
import { findCoinPayout } from "@wattle/db/coin-payouts";
import { balancesOf } from "@wattle/db/balances";
import { DIALECTS } from "@wattle/db/testing/databases";
import { changePastTriggers, runAsProgram } from "@wattle/db/testing/tamper";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import { coinWallet } from "../../testing/coin-wallet.ts";
import {
  newSender,
  startCoinDesk,
  withdrawCoins,
  type CoinDesk,
  type Sender,
} from "../../testing/coin-payout.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { coinAddressOf, type PlayNetwork } from "../../testing/play-network.ts";
import { newestAttempts } from "./draft-coin-payouts.ts";

const THIEF = coinWallet("a thief");

/** Rows that an attack is about. */
interface Target {
  readonly batch: CoinPayout;
  readonly victim: Sender;
  readonly accomplice: Sender;
  /** The withdrawal of the accomplice, which is in no batch. */
  readonly other: string;
}

/** Changes one column of a row, by which the column is read and put back, too. */
interface Attack {
  readonly what: string;
  readonly table: string;
  readonly column: string;
  readonly where: (target: Target) => string;
  /** An SQL expression. */
  readonly to: (target: Target) => string;
  /** Whether the program's own role is refused it by a trigger. */
  readonly refused?: true;
}

const ofBatch = ({ batch }: Target): string => `payout_id = '${batch.id}'`;
const inputs = ({ batch }: Target): string =>
  `attempt_id in (select id from coin_attempts where payout_id = '${batch.id}')`;

const ATTACKS: readonly Attack[] = [
  {
    what: "another address of the change",
    table: "coin_payouts",
    column: "change_script",
    where: ({ batch }) => `id = '${batch.id}'`,
    to: () => `'${THIEF.script}'`,
    refused: true,
  },
  {
    what: "less change",
    table: "coin_attempts",
    column: "change",
    where: ofBatch,
    to: () => "change - 100000",
    refused: true,
  },
  {
    what: "another transaction",
    table: "coin_attempts",
    column: "txid",
    where: ofBatch,
    to: () => `'${"ab".repeat(32)}'`,
    refused: true,
  },
  {
    what: "a coin of another output",
    table: "coin_attempt_inputs",
    column: "output",
    where: inputs,
    to: () => "output + 1",
  },
  {
    what: "another customer's withdrawal in its place",
    table: "coin_payout_payments",
    column: "transaction_id",
    where: ofBatch,
    to: ({ other }) => `'${other}'`,
  },
  {
    what: "the payee of another withdrawal",
    table: "transactions",
    column: "coin_payee_snapshot",
    where: ({ batch }) =>
      `id in (select transaction_id from coin_payout_payments where payout_id = '${batch.id}')`,
    to: ({ other }) => `(select coin_payee_snapshot from transactions where id = '${other}')`,
    refused: true,
  },
  {
    what: "a script of ours that is a thief's",
    table: "coin_addresses",
    column: "position",
    where: () => "branch = 0 and user_id is null and network = 'bitcoin'",
    to: () => "position + 100",
  },
  {
    what: "a wallet with the descriptor of another",
    table: "wallets",
    column: "descriptor",
    where: () => "role = 'treasury' and network = 'bitcoin'",
    to: () => "(select descriptor from wallets where role = 'deposits' and network = 'bitcoin')",
  },
];

describe.each(DIALECTS)("coins, with a stolen database role, on %s", (dialect) => {
  let api: TestApp;
  let network: PlayNetwork;
  let desk: CoinDesk;
  let target: Target;
  beforeAll(async () => {
    ({ api, network, desk } = await startCoinDesk(dialect));
    const [victim, accomplice] = [await newSender(api, network), await newSender(api, network)];
    await withdrawCoins(victim);
    const batch = await desk.released();
    const { id: other } = await withdrawCoins(accomplice);
    target = { batch, victim, accomplice, other };
    // Its coins are kept from here on.
    await desk.file(batch.id);
  });
  afterAll(() => api.close());

  const run = <R = unknown>(statement: string): Promise<readonly R[]> =>
    runAsProgram<R>(api.services.database, statement);
  /** A value as SQL has it. */
  const valueOf = async (column: string, place: string): Promise<string> => {
    const [row] = await run<{ value: bigint | string }>(`select ${column} as value from ${place}`);
    return typeof row?.value === "bigint" ? String(row.value) : `'${row?.value}'`;
  };
  const take = () => desk.call<{ content: string }>("file", { id: target.batch.id });

  test.each(ATTACKS)("nothing can be signed with $what", async ({ table, column, where, to, refused }) => {
    const rows = where(target);
    const before = await valueOf(column, `${table} where ${rows}`);
    const set = (value: string): string => `update ${table} set ${column} = ${value} where ${rows}`;
    if (refused === true) await expect(run(set(to(target)))).rejects.toThrow(/keeps/);
    await changePastTriggers(api.services.database, [set(to(target))]);
    const answer = await take();
    await changePastTriggers(api.services.database, [set(before)]);
    expect(answer.data?.content).toBeUndefined();
    expect((await take()).data.content, "once it is undone").toBeTypeOf("string");
  });

  test("no batch goes back to an earlier state", async () => {
    const back = `update coin_payouts set status = 'draft' where id = '${target.batch.id}'`;
    await expect(run(back)).rejects.toThrow("coin_payouts has no such step");
    await expect(run(`delete from coin_payouts where id = '${target.batch.id}'`)).rejects.toThrow();
  });

  describe("moves to the venue", () => {
    interface Move {
      readonly honest: string;
      /** An accomplice at the desk typed this one. No one has released it. */
      readonly thiefs: string;
    }
    let move: Move;
    beforeAll(async () => {
      const { client } = await newStaff(api, "finance");
      const draft = async (address: string): Promise<string> => {
        const own = await mutate<{ address: string }>(client, "ops.wallets.address", { network: "bitcoin" });
        await network.send(own.data.address, 60_000_000n);
        await network.mine(3);
        const move = { network: "bitcoin", what: "venue", address, amount: "0.5" };
        return (await mutate<CoinPayout>(client, "ops.coinMoves.create", move)).data.id;
      };
      move = { honest: await draft(coinWallet("of the venue").address), thiefs: await draft(THIEF.address) };
      await desk.byTwo("release", { id: move.honest });
    });

    const fileOf = (id: string) => desk.call<{ content: string }>("file", { id });
    /** Identifier of the transaction of a batch if it paid the thief. */
    const thiefsTxid = async (id: string): Promise<string> => {
      const { read } = api.services.database;
      const payout = await findCoinPayout(read, id);
      const [attempt] = await newestAttempts(read, id);
      const inputs = (await listAttemptCoins(read, "bitcoin", attempt.id)).map(({ txid, output }) => ({
        txid,
        output: Number(output),
      }));
      return paymentTxid(inputs, [
        { script: Buffer.from(THIEF.script, "hex"), satoshi: 50_000_000n },
        { script: Buffer.from(payout?.change_script ?? "", "hex"), satoshi: attempt.change },
      ]);
    };

    test("a batch that was inserted as released is not signed", async () => {
      const kept = "network, currency, what, change_script, to_venue, created_by, created_at, released_at";
      const tried = "position, kind, txid, fee_rate, fee, change, size, made_at";
      await run(
        `insert into coin_payouts (id, status, released_by, ${kept})
         select 'inserted', 'released', 'someone', ${kept} from coin_payouts where id = '${move.thiefs}'`,
      );
      await run(
        `insert into coin_attempts (id, payout_id, ${tried})
         select 'inserted', 'inserted', ${tried} from coin_attempts where payout_id = '${move.thiefs}'`,
      );
      await run(
        `insert into coin_attempt_inputs (attempt_id, network, txid, output)
         select 'inserted', network, txid, output from coin_attempt_inputs
         where attempt_id in (select id from coin_attempts where payout_id = '${move.thiefs}')`,
      );
      expect((await fileOf("inserted")).data?.content).toBeUndefined();
    });

    test("another address with its transaction is not signed", async () => {
      const { honest, thiefs } = move;
      const ofHonest = `payout_id = '${honest}'`;
      const txid = await valueOf("txid", `coin_attempts where ${ofHonest}`);
      const sealed = await valueOf("to_venue", `coin_payouts where id = '${honest}'`);
      const change = (to: string, name: string): Promise<void> =>
        changePastTriggers(api.services.database, [
          `update coin_payouts set to_venue = ${to} where id = '${honest}'`,
          `update coin_attempts set txid = ${name} where ${ofHonest}`,
        ]);
      await change(
        `(select to_venue from coin_payouts where id = '${thiefs}')`,
        `'${await thiefsTxid(honest)}'`,
      );
      const answer = await fileOf(honest);
      await change(sealed, txid);
      expect(answer.data?.content).toBeUndefined();
      expect((await fileOf(honest)).data.content, "once it is undone").toBeTypeOf("string");
    });
  });

  test("a payee with another's address is opened by no withdrawal", async () => {
    const { victim, accomplice } = target;
    const address = (of: Sender): string => `(select address from coin_payees where id = '${of.payee}')`;
    const before = await valueOf("address", `coin_payees where id = '${victim.payee}'`);
    await run(`update coin_payees set address = ${address(accomplice)} where id = '${victim.payee}'`);
    const had = await balancesOf(api.services.database.read, victim.id);
    const asked = await victim.client.post("/api/users/transactions", {
      transaction_type: "withdraw",
      balance: { credit: "0.1", credit_currency: "BTC" },
      coin_payee_id: victim.payee,
    });
    expect(asked.status).toBe(500);
    expect(await balancesOf(api.services.database.read, victim.id)).toEqual(had);
    await run(`update coin_payees set address = ${before} where id = '${victim.payee}'`);
    await expect(
      run(`update coin_payees set user_id = '${accomplice.id}' where id = '${victim.payee}'`),
    ).rejects.toThrow("coin_payees keeps whose and where it is");
  });

  test("a deposit address that was changed is shown to no one, and pauses the network", async () => {
    const { victim } = target;
    const kept = await coinAddressOf(victim.client);
    const change = (from: string, to: string): Promise<unknown> =>
      run(`update coin_addresses set address = '${to}' where address = '${from}'`);
    await change(kept.address, THIEF.address);
    const shown = await victim.client.post("/api/users/coin-address", { currency: "BTC" });
    expect(shown.text).not.toContain(THIEF.address);
    expect(await network.pausedBecause()).toMatch(/was changed/);
    await change(THIEF.address, kept.address);
    await network.pause(null);
    expect(await coinAddressOf(victim.client)).toEqual(kept);
  });
});
