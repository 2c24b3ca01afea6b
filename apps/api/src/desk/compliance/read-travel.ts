import { readReference } from "../../reference.ts";
import type { CoinPayeeCopy, WalletOwner } from "@wattle/contracts/coin-payees";
import { DomainError } from "@wattle/contracts/errors";
import type { TravelData } from "@wattle/contracts/travel";
import { findUserById } from "@wattle/db/accounts";
import { findTransactionByReference } from "@wattle/db/bank-transactions";
import { findArrivalBehind, findCoinSender } from "@wattle/db/coin-senders";
import type { Reader } from "@wattle/db/database";
import { findTransaction } from "@wattle/db/history";
import { findIdentity } from "@wattle/db/identity";
import type { CoinArrival, Transaction, User } from "@wattle/db/tables";
import { openForm } from "../../open-form.ts";
import type { Services } from "../../services.ts";

type TravelServices = Pick<Services, "config" | "vault">;
type Persons = TravelData["originator"]["originatorPersons"];
type Provider = NonNullable<TravelData["originatingVASP"]>["originatingVASP"];

const LEGAL = "LEGL" as const;

const personOf = (primaryIdentifier: string): Persons => [
  { naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier, nameIdentifierType: LEGAL }] } } },
];

const providerOf = (legalPersonName: string): Provider => ({
  legalPerson: {
    name: { nameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: LEGAL }] },
  },
});

/** An address in lines of at most 70 characters, as IVMS101 has them, split between words if possible. */
const linesOf = (text: string): string[] => text.match(/\S.{0,69}(?=\s|$)|\S{70}/gsu) ?? [];

/** The customer, as the identity that was sent has it. */
async function customerOf(
  reader: Reader,
  { vault }: Pick<TravelServices, "vault">,
  user: User,
): Promise<Persons> {
  const identity = await findIdentity(reader, user.id);
  const form = openForm(vault, user.id, identity?.form);
  const middle = vault.open("users.middle_name", user.id, user.middle_name) ?? "";
  const secondaryIdentifier = [user.first_name, middle].filter((word) => word !== "").join(" ");
  const { street = "", postcode = "", city = "", state = "", address_country: country } = form;
  const name = {
    nameIdentifier: [{ primaryIdentifier: user.last_name, secondaryIdentifier, nameIdentifierType: LEGAL }],
  };
  const known = { name, customerIdentification: user.id };
  if (country === undefined) return [{ naturalPerson: known }];
  const lines = linesOf(street);
  const address = {
    addressType: "HOME" as const,
    ...(lines.length > 0 && { addressLine: lines }),
    ...(postcode !== "" && { postCode: postcode }),
    ...(city !== "" && { townName: city }),
    ...(state !== "" && { countrySubDivision: state }),
    country,
  };
  return [{ naturalPerson: { ...known, geographicAddress: [address], countryOfResidence: country } }];
}

/** The owner of the wallet on the other side; no one as long as that is not known. */
const ownerOf = (owner: WalletOwner | undefined, customer: Persons): Persons =>
  owner === undefined ? [] : owner.whose === "mine" ? customer : personOf(owner.holder_name ?? "");

/** A transaction by its reference as it was typed. @throws DomainError `not_found` */
async function requireTransaction(reader: Reader, typed: string): Promise<Transaction> {
  const reference = readReference(typed);
  const found = reference === undefined ? undefined : await findTransactionByReference(reader, reference);
  const row = found && (await findTransaction(reader, found.user_id, found.id));
  if (row === undefined) throw new DomainError("not_found");
  return row;
}

/** The arrival of coins behind a transaction. @throws DomainError `not_found` if there is none */
export async function requireArrival(
  reader: Reader,
  typed: string,
): Promise<{ row: Transaction; arrival: CoinArrival }> {
  const row = await requireTransaction(reader, typed);
  const arrival = await findArrivalBehind(reader, row.user_id, row.id);
  if (arrival === undefined) throw new DomainError("not_found");
  return { row, arrival };
}

/**
 * The travel rule's data of a withdrawal or an arrival of coins.
 * @throws DomainError `not_found` if the reference is of neither
 */
export async function readTravel(
  reader: Reader,
  { config, vault }: TravelServices,
  typed: string,
): Promise<TravelData> {
  const row = await requireTransaction(reader, typed);
  const user = await findUserById(reader, row.user_id);
  if (user === undefined) throw new DomainError("not_found");
  const customer = await customerOf(reader, { vault }, user);
  const house = providerOf(config.brand.legalEntity);
  if (row.coin_payee_snapshot !== null) {
    const text = vault.open("transactions.coin_payee_snapshot", row.id, row.coin_payee_snapshot);
    const payee = JSON.parse(text) as CoinPayeeCopy;
    return {
      originator: { originatorPersons: customer, accountNumber: [user.id] },
      beneficiary: { beneficiaryPersons: ownerOf(payee, customer), accountNumber: [payee.address] },
      originatingVASP: { originatingVASP: house },
      ...(payee.provider_name !== null && {
        beneficiaryVASP: { beneficiaryVASP: providerOf(payee.provider_name) },
      }),
    };
  }
  const { arrival } = await requireArrival(reader, typed);
  const stated = await findCoinSender(reader, arrival.id);
  const sender =
    stated && (JSON.parse(vault.open("coin_senders.sender", arrival.id, stated.sender)) as WalletOwner);
  return {
    originator: { originatorPersons: ownerOf(sender, customer), accountNumber: [] },
    beneficiary: { beneficiaryPersons: customer, accountNumber: [arrival.address] },
    ...(sender?.provider_name != null && {
      originatingVASP: { originatingVASP: providerOf(sender.provider_name) },
    }),
    beneficiaryVASP: { beneficiaryVASP: house },
  };
}
