import { knownMarkets } from "@wattle/contracts/markets";
import { withdrawalInput } from "@wattle/contracts/withdrawals";
import { findUserByEmail } from "@wattle/db/accounts";
import { listCoinPayees } from "@wattle/db/coin-payees";
import { listCoinPayouts } from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import { admittedUser } from "../../access/admission.ts";
import type { Operator } from "../../audit/record-act.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { BITCOIN } from "../../chains/bitcoin.ts";
import { coinOn, coinUnits, FACTS } from "../../coins/coin-network.ts";
import { sendAttempts } from "../../coins/send-attempts.ts";
import { networkFollower } from "../../coins/start-following.ts";
import type { ActServices } from "../../desk/approvals/act.ts";
import { coinPayoutsDeskRouter as desk } from "../../desk/payouts/coin-payouts.router.ts";
import type { Services } from "../../services.ts";
import { requestCoinWithdrawal } from "../../withdrawals/request-coin-withdrawal.ts";
import { signWithDemoKey } from "../demo-signer.ts";
import { servicesWithin } from "../within.ts";
import { actWithin, type FirstAct } from "./act-within.ts";
import { SENDER } from "./people.ts";

const HOUR = 3_600_000;
const AMOUNT = "0.05000000";
const ALL = { status: undefined, currency: undefined, after: undefined };

type SendServices = ActServices & Pick<Services, "config" | "log">;

/**
 * Cora's withdrawal, in a batch that two people have released and that is signed.
 * @param worth of what is paid
 * @returns false if there is a batch already
 */
async function signFirstBatch(tx: WriteTx, services: SendServices, worth: MovedWorth): Promise<boolean> {
  const [batch] = await listCoinPayouts(tx, { ...ALL, limit: 1 });
  const cora = await findUserByEmail(tx, SENDER.email);
  const fiona = await findUserByEmail(tx, "finance@demo.test");
  const frank = await findUserByEmail(tx, "finance2@demo.test");
  const payees = cora === undefined ? [] : await listCoinPayees(tx, cora.id);
  const payee = payees.find(({ network }) => network === BITCOIN);
  const customer = cora === undefined ? null : admittedUser(services.config, cora);
  // Visitors may have changed them.
  if (batch !== undefined || customer === null || payee === undefined) return false;
  if (fiona === undefined || frank === undefined) return false;
  const input = withdrawalInput.parse({
    transaction_type: "withdraw",
    balance: { credit: AMOUNT, credit_currency: payee.currency },
    coin_payee_id: payee.id,
  });
  const request = { ...input, coin_payee_id: payee.id };
  await requestCoinWithdrawal(servicesWithin(tx, services, HOUR), customer, request, undefined);
  const now = servicesWithin(tx, services);
  const does = (operator: Operator, first: FirstAct) => actWithin(tx, now, operator, first);
  const { id } = await does(fiona, { procedure: desk.create, input: { currency: payee.currency } });
  const released = { procedure: desk.release, input: { id }, known: worth };
  await does({ id: fiona.id, email: fiona.email, approvedBy: frank.id }, released);
  const { content } = await does(fiona, { procedure: desk.file, input: { id } });
  const signed = Buffer.from(signWithDemoKey(Buffer.from(String(content), "base64"))).toString("base64");
  await does(fiona, { procedure: desk.import, input: { id, content: signed } });
  return true;
}

/**
 * Sends the first coins of the demo's day, once, and mines them until they are settled. All up to the signature is one transaction: a
 * start that is killed after it leaves a signed batch, which is sent by itself like every batch. The treasury must be funded.
 */
export async function sendFirstCoins(services: SendServices): Promise<void> {
  const { config, database, networks } = services;
  const [play, follower] = [networks.bitcoin?.play, networkFollower(services, BITCOIN)];
  const coin = coinOn(knownMarkets().currencies, BITCOIN);
  if (!config.DEMO || play === undefined || follower === undefined || coin === undefined) return;
  if ((await follower.follow()) === undefined) return;
  const worth = await worthOf(services, coinUnits(AMOUNT, coin), coin.code);
  if (await database.write((tx) => signFirstBatch(tx, services, worth))) {
    await sendAttempts(services, BITCOIN);
    await play.mine(FACTS[BITCOIN].settledDepth(services));
    await follower.follow();
  }
  await follower.stop();
}
