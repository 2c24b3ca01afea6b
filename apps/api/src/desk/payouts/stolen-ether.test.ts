/** Someone has the program's own database role, and changes the rows by which ether is sent. */
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { changePastTriggers, runAsProgram } from "@wattle/db/testing/tamper";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import { etherWallet } from "../../testing/coin-wallet.ts";
import { newSender, startEtherDesk, withdrawCoins, type CoinDesk } from "../../testing/coin-payout.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { newestAttempts } from "./draft-coin-payouts.ts";

const THIEF = etherWallet("a thief");

/** Identifiers that attacks are about. */
interface Target {
  /** Released batches: of two withdrawals, of a sweep, and of a move to the venue. */
  readonly payments: string;
  readonly sweep: string;
  readonly venue: string;
  /** A move to a thief's address, which no one has released. */
  readonly thiefs: string;
  /** The first transaction of the withdrawals, and the withdrawal that it pays. */
  readonly attempt: string;
  readonly paid: string;
  /** A withdrawal of the thief's, which is in no batch. */
  readonly other: string;
  readonly treasury: string;
}

/** Changes one column of a row, by which the column is read and put back, too. */
interface Attack {
  readonly batch?: "sweep" | "venue";
  readonly table: string;
  readonly column: string;
  readonly where: (target: Target) => string;
  /** The same row once it is changed, if it is another condition. */
  readonly after?: (target: Target) => string;
  /** An SQL expression. */
  readonly to: (target: Target) => string;
  /** Whether a trigger refuses it to the program's own role. */
  readonly refused?: true;
  /** The answer to who takes the file: it is not what was released, or a sealed value is another row's. */
  readonly status: 409 | 500;
}

const ofAttempt = (column: string, to: string | Attack["to"]): Attack => ({
  table: "coin_attempts",
  column,
  where: ({ attempt }) => `id = '${attempt}'`,
  to: typeof to === "string" ? () => to : to,
  refused: true,
  status: 409,
});

const ATTACKS: readonly Attack[] = [
  ofAttempt("nonce", "nonce + 7"),
  ofAttempt("value", "value * 2"),
  ofAttempt("sender", `'${THIEF.script}'`),
  ofAttempt("fee_rate", "fee_rate * 2"),
  ofAttempt("tip_rate", "tip_rate + 1"),
  ofAttempt("size", "size * 3"),
  ofAttempt("digest", "'00' || digest"),
  ofAttempt("transaction_id", ({ other }) => `'${other}'`),
  {
    table: "coin_attempt_inputs",
    column: "output",
    where: ({ attempt }) => `attempt_id = '${attempt}'`,
    to: () => "output + 1000",
    status: 409,
  },
  {
    table: "coin_payout_payments",
    column: "transaction_id",
    where: ({ payments, paid }) => `payout_id = '${payments}' and transaction_id = '${paid}'`,
    after: ({ payments, other }) => `payout_id = '${payments}' and transaction_id = '${other}'`,
    to: ({ other }) => `'${other}'`,
    status: 409,
  },
  {
    table: "transactions",
    column: "coin_payee_snapshot",
    where: ({ paid }) => `id = '${paid}'`,
    to: ({ other }) => `(select coin_payee_snapshot from transactions where id = '${other}')`,
    refused: true,
    status: 500,
  },
  {
    batch: "sweep",
    table: "coin_payouts",
    column: "change_script",
    where: ({ sweep }) => `id = '${sweep}'`,
    to: () => `'${THIEF.script}'`,
    refused: true,
    status: 500,
  },
  {
    batch: "venue",
    table: "coin_payouts",
    column: "to_venue",
    where: ({ venue }) => `id = '${venue}'`,
    to: ({ thiefs }) => `(select to_venue from coin_payouts where id = '${thiefs}')`,
    status: 500,
  },
  {
    table: "coin_addresses",
    column: "position",
    where: ({ treasury }) => `address = '${treasury}'`,
    to: () => "position + 100",
    status: 500,
  },
  {
    table: "wallets",
    column: "descriptor",
    where: () => "role = 'treasury' and network = 'ethereum'",
    to: () => "(select descriptor from wallets where role = 'deposits' and network = 'ethereum')",
    status: 500,
  },
];

describe.each(DIALECTS)("ether, with a stolen database role, on %s", (dialect) => {
  let api: TestApp;
  let desk: CoinDesk;
  let target: Target;
  beforeAll(async () => {
    const started = await startEtherDesk(dialect);
    ({ api, desk } = started);
    const [victim, accomplice] = [
      await newSender(api, started.network),
      await newSender(api, started.network),
    ];
    await withdrawCoins(victim);
    await withdrawCoins(victim, "0.2");
    const { id: payments } = await desk.released();
    const { client } = await newStaff(api, "finance");
    const drafted = async (move: object): Promise<string> => {
      const made = await mutate<CoinPayout>(client, "ops.coinMoves.create", { network: "ethereum", ...move });
      expect(made.data?.id, made.message).toBeTypeOf("string");
      return made.data.id;
    };
    const toVenue = (of: string) =>
      drafted({ what: "venue", amount: "0.5", address: etherWallet(of).address });
    const sweep = await drafted({ what: "sweep" });
    const [venue, thiefs] = [await toVenue("of the venue"), await toVenue("a thief")];
    for (const id of [sweep, venue]) await desk.byTwo("release", { id });
    const { id: other } = await withdrawCoins(accomplice, "0.2");
    const [attempt] = await newestAttempts(api.services.database.read, payments);
    const { id, transaction_id: paid } = attempt;
    expect(paid).not.toBeNull();
    const { treasury } = started;
    target = { payments, sweep, venue, thiefs, attempt: id, paid: paid ?? "", other, treasury };
  });
  afterAll(() => api.close());

  const file = (id: string) => desk.call<{ content: string }>("file", { id });
  /** A value as SQL has it. */
  const valueOf = async (column: string, place: string): Promise<string> => {
    const [row] = await runAsProgram<{ value: bigint | string }>(
      api.services.database,
      `select ${column} as value from ${place}`,
    );
    return typeof row?.value === "bigint" ? String(row.value) : `'${row?.value}'`;
  };

  test.each(ATTACKS)(
    "nothing is signed with another $column of $table",
    async ({ batch, table, column, where, after = where, to, refused, status }) => {
      const before = await valueOf(column, `${table} where ${where(target)}`);
      const set = (value: string, of: string): string =>
        `update ${table} set ${column} = ${value} where ${of}`;
      const attack = set(to(target), where(target));
      if (refused === true)
        await expect(runAsProgram(api.services.database, attack)).rejects.toThrow("keeps");
      await changePastTriggers(api.services.database, [attack]);
      const answer = await file(target[batch ?? "payments"]);
      await changePastTriggers(api.services.database, [set(before, after(target))]);
      expect([answer.status, answer.data?.content]).toEqual([status, undefined]);
      expect((await file(target[batch ?? "payments"])).data?.content, "once it is undone").toBeTypeOf(
        "string",
      );
    },
  );

  test("a second transaction for the same withdrawal is not signed", async () => {
    const kept =
      "payout_id, kind, fee_rate, fee, change, size, sender, transaction_id, value, tip_rate, digest, made_at";
    const newest = `coin_attempts where payout_id = '${target.payments}' and position = 0`;
    await runAsProgram(
      api.services.database,
      `insert into coin_attempts (id, position, nonce, ${kept}) select 'again ' || id, 1, nonce + 50, ${kept} from ${newest}`,
    );
    await runAsProgram(
      api.services.database,
      `insert into coin_attempt_inputs (attempt_id, network, txid, output)
       select 'again ' || id, 'ethereum', sender, nonce + 50 from ${newest}`,
    );
    const answer = await file(target.payments);
    expect([answer.status, answer.data?.content]).toEqual([409, undefined]);
  });
});
