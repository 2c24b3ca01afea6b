import { Refused, type Reason } from "@wattle/bitcoin/refused";
import {
  MOST_COIN_PAYEES,
  walletOwnerOf,
  type CoinPayee,
  type CoinPayeeCopy,
  type CoinPayeeInput,
} from "@wattle/contracts/coin-payees";
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import { offeredCurrency } from "@wattle/contracts/markets";
import type { Network } from "@wattle/contracts/networks";
import { OWN_MESSAGES, type OwnMessage } from "@wattle/contracts/own-messages";
import { watchedAmong } from "@wattle/db/chains";
import {
  deleteCoinPayee,
  findCoinPayee,
  insertCoinPayee,
  listCoinPayees,
  proveCoinPayee,
} from "@wattle/db/coin-payees";
import type { WriteTx } from "@wattle/db/database";
import { addAccountNumberHashes } from "@wattle/db/personal-hashes";
import type { CoinPayeeRow, User } from "@wattle/db/tables";
import type { SignedInUser } from "../access/admission.ts";
import { checkIdentityStillSent } from "../access/lock-customer.ts";
import { FACTS, followedCoin } from "../coins/coin-network.ts";
import type { KnownAddress, NetworkServices } from "../coins/network-facts.ts";
import type { Call } from "../context.ts";
import { coinPayeeAddedMail, coinPayeeProvedMail } from "../mail/coin-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { countryOf } from "../markets/list-currencies.ts";
import type { Services } from "../services.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
import { coinPayeeOfRow, openCoinPayee, sealCoinPayee } from "./coin-payee-of-row.ts";

type PayeeCall = Call<keyof MailServices | "database" | "markets" | "searchHashes" | "securityLog">;

/** For so long after it was added no withdrawal may go to a payee, unless its control was proved. */
const HOLD_MILLISECONDS = DAY_MILLISECONDS;

const ADDRESS_TEXTS: Partial<Record<Reason, OwnMessage>> = {
  address_network: OWN_MESSAGES.addressElsewhere,
  address_checksum: OWN_MESSAGES.addressMistyped,
  address_mixed_case: OWN_MESSAGES.addressMixedCase,
  address_witness_version: OWN_MESSAGES.addressTooNew,
  ether_address_unowned: OWN_MESSAGES.addressUnowned,
  uri_form: OWN_MESSAGES.addressIsLink,
  uri_amount: OWN_MESSAGES.addressIsLink,
  uri_required: OWN_MESSAGES.addressIsLink,
};

/**
 * Reads an address, or the link of a QR code. A payee has no amount, so a link that asks for one is refused.
 * @throws DomainError `address_invalid`
 */
function readAddress(services: NetworkServices, network: Network, text: string): KnownAddress {
  const refuse = (message?: OwnMessage) => DomainError.at("address", "address_invalid", message);
  try {
    const { amount, ...address } = FACTS[network].readTarget(services, text);
    if (amount !== undefined) throw refuse(OWN_MESSAGES.addressAsksAmount);
    return address;
  } catch (refused) {
    throw refused instanceof Refused ? refuse(ADDRESS_TEXTS[refused.reason]) : refused;
  }
}

/** @throws DomainError `currency_inactive`, `address_invalid`, `address_own` */
async function checked(
  services: Pick<Services, "config" | "database" | "markets">,
  user: SignedInUser,
  input: CoinPayeeInput,
): Promise<CoinPayeeCopy> {
  const currency = offeredCurrency(await services.markets(), input.currency, countryOf(user));
  const { network } = followedCoin(services, currency).chain;
  const { address, script } = readAddress(services, network, input.address);
  if ((await watchedAmong(services.database, network, [script])).size > 0) {
    throw DomainError.at("address", "address_own");
  }
  const { currency: code, label } = input;
  return { currency: code, network, address, label, ...walletOwnerOf(input) };
}

/**
 * Holds the owner's row until the transaction ends, so that payees are counted one after another.
 * @throws DomainError `unauthenticated` if the session has ended meanwhile; `account_blocked`, `identity_unverified`
 */
async function lockOwner(tx: WriteTx, ctx: PayeeCall, { id }: SignedInUser): Promise<User> {
  const { user } = await lockSignedIn(tx, ctx, id);
  checkIdentityStillSent(user.status);
  return user;
}

export const readCoinPayees = async (
  services: Pick<Services, "config" | "database" | "vault">,
  userId: string,
): Promise<CoinPayee[]> =>
  (await listCoinPayees(services.database.read, userId)).map((row) => coinPayeeOfRow(services, row));

/**
 * Adds a wallet to send coins to, on hold for 24 hours. The same address twice is allowed.
 * @throws DomainError `currency_inactive` also if the network is off, `address_invalid`, `address_own`,
 *   `validation_failed` if there are 50; as `lockOwner`
 */
export async function addCoinPayee(
  ctx: PayeeCall,
  user: SignedInUser,
  input: CoinPayeeInput,
): Promise<CoinPayee> {
  const { services } = ctx;
  const { clock, config, database, ids, searchHashes, vault, securityLog } = services;
  const payee = await checked(services, user, input);
  const now = clock.now();
  const id = ids.uuid();
  const row: CoinPayeeRow = {
    ...payee,
    ...sealCoinPayee(vault, id, payee),
    id,
    user_id: user.id,
    created_at: BigInt(now),
    available_at: BigInt(now + HOLD_MILLISECONDS),
    proved_at: null,
  };
  await database.write(async (tx) => {
    const owner = await lockOwner(tx, ctx, user);
    if ((await listCoinPayees(tx, user.id)).length >= MOST_COIN_PAYEES) {
      throw DomainError.at("address", "validation_failed", OWN_MESSAGES.tooManyCoinPayees);
    }
    await insertCoinPayee(tx, row);
    await addAccountNumberHashes(tx, user.id, searchHashes.list("account_number", payee.address));
    const mail = coinPayeeAddedMail(owner.first_name, payee, row.available_at, config);
    await queueMail(tx, services, { to: owner.email, mail });
  });
  securityLog.note(ctx, "coin-payee-added", { account: user.id }, { coin_payee: id });
  return coinPayeeOfRow(services, row);
}

/**
 * Ends the wait for a payee whose owner signed its proof message with the key of the address. A second proof changes nothing.
 * @throws DomainError `not_found` also if it is another customer's; `proof_invalid`, also for a wallet at a provider;
 *   as `lockOwner`
 */
export async function proveControl(
  ctx: PayeeCall,
  user: SignedInUser,
  { id, signature }: { readonly id: string; readonly signature: string },
): Promise<CoinPayee> {
  const { services } = ctx;
  const { clock, database, vault, securityLog } = services;
  const { row, proved } = await database.write(async (tx) => {
    const owner = await lockOwner(tx, ctx, user);
    const before = await findCoinPayee(tx, user.id, id);
    if (before === undefined) throw new DomainError("not_found");
    const { address, network, proof_message: message } = coinPayeeOfRow(services, before);
    const facts = FACTS[network];
    if (!facts.isFollowed(services)) throw DomainError.at("currency", "currency_inactive");
    const check =
      message === null ? "unsupported" : facts.checkMessage(services, { address, message, signature });
    if (check === "unsupported") {
      throw DomainError.at("signature", "proof_invalid", OWN_MESSAGES.cannotProve);
    }
    if (check === "wrong") throw DomainError.at("signature", "proof_invalid");
    if (before.proved_at !== null) return { row: before, proved: false };
    const now = BigInt(clock.now());
    const end = before.available_at < now ? before.available_at : now;
    const changes = { available_at: end, proved_at: now };
    await proveCoinPayee(tx, user.id, id, changes);
    const mail = coinPayeeProvedMail(owner.first_name, openCoinPayee(vault, before));
    await queueMail(tx, services, { to: owner.email, mail });
    return { row: { ...before, ...changes }, proved: true };
  });
  if (proved) securityLog.note(ctx, "coin-payee-proved", { account: user.id }, { coin_payee: id });
  return coinPayeeOfRow(services, row);
}

/**
 * Removes a payee. Withdrawals to it keep their own copies, also those that are under way.
 * @throws DomainError `not_found` also if it is another customer's; as `lockOwner`
 */
export async function removeCoinPayee(ctx: PayeeCall, user: SignedInUser, id: string): Promise<void> {
  const { database, securityLog } = ctx.services;
  await database.write(async (tx) => {
    await lockOwner(tx, ctx, user);
    if (!(await deleteCoinPayee(tx, user.id, id))) throw new DomainError("not_found");
  });
  securityLog.note(ctx, "coin-payee-removed", { account: user.id }, { coin_payee: id });
}
