import type { Reason } from "@wattle/bitcoin/refused";
import { Refused } from "@wattle/bitcoin/refused";
import {
  addWalletInput,
  coinWallet,
  treasuryAddress,
  treasuryAddressInput,
  type AddWalletInput,
} from "@wattle/contracts/coin-operations";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { OWN_MESSAGES, type OwnMessage } from "@wattle/contracts/own-messages";
import { insertWallet, listWallets } from "@wattle/db/coin-wallets";
import { ACCOUNTS, FACTS, followedCoinOn } from "../../coins/coin-network.ts";
import type { PublicWallet } from "../../coins/network-facts.ts";
import { currentWallet, takeTreasuryPlace } from "../../coins/wallets.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";

/** Faults of descriptors that staff can tell apart. */
const TEXTS: Partial<Record<Reason, OwnMessage>> = {
  descriptor_checksum: OWN_MESSAGES.descriptorChecksum,
  descriptor_checksum_missing: OWN_MESSAGES.descriptorNoChecksum,
  descriptor_network: OWN_MESSAGES.descriptorNetwork,
  descriptor_private: OWN_MESSAGES.descriptorPrivate,
};

/** All other faults, by the network's form of descriptors. */
const UNUSABLE: Readonly<Record<Network, OwnMessage>> = {
  bitcoin: OWN_MESSAGES.descriptorUnusable,
  ethereum: OWN_MESSAGES.descriptorUnusableEther,
};

/** @throws DomainError `validation_failed` at `descriptor` */
function readDescriptor(services: ActServices, { network, descriptor, role }: AddWalletInput): PublicWallet {
  const refuse = (text: OwnMessage): DomainError => DomainError.at("descriptor", "validation_failed", text);
  let wallet: PublicWallet;
  try {
    wallet = FACTS[network].readWallet(services, descriptor);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw refuse(TEXTS[error.reason] ?? UNUSABLE[network]);
  }
  if (wallet.account !== ACCOUNTS[role]) throw refuse(OWN_MESSAGES.descriptorRole);
  if (!services.config.DEMO && wallet.hasPublicSeed) throw refuse(OWN_MESSAGES.descriptorPublic);
  return wallet;
}

const ROLE_WORDS = { deposits: "Customers' addresses", treasury: "Treasury" } as const;

/**
 * Adds a wallet by its public keys: the newest of a role gives addresses from then on. The plan throws `validation_failed` at
 * `descriptor`, and at `network` if no coin is on it.
 */
export const addWallet: ReviewedAct<typeof addWalletInput, typeof coinWallet, string> = {
  title: "Add a wallet",
  roles: ["finance"],
  confirmed: true,
  input: addWalletInput,
  output: coinWallet,
  look: async (services, { network }) => (await followedCoinOn(services, network)).code,
  plan: async (tx, { services, known: currency }, input) => {
    const { network, role } = input;
    const wallet = readDescriptor(services, input);
    const account_key = wallet.accountKey;
    const there = await listWallets(tx, network);
    if (there.some((row) => row.account_key === account_key))
      throw DomainError.at("descriptor", "validation_failed", OWN_MESSAGES.walletThere);
    const before = there.findLast((row) => row.role === role);
    return {
      subject: `a ${network} wallet for ${role}`,
      once: account_key,
      details: { Network: network, "Used for": ROLE_WORDS[role], Descriptor: wallet.descriptor },
      changes: [
        {
          what: `Wallet for ${ROLE_WORDS[role].toLowerCase()}`,
          before: before?.account_key ?? "None",
          after: account_key,
        },
      ],
      state: `there are ${there.length} wallets on ${network}`,
      reasons: ["A wallet receives all coins: adding one needs two people."],
      worth: null,
      log: { action: "wallet.added", subject: network, details: { role, descriptor: wallet.descriptor } },
      run: async () => {
        const id = services.ids.uuid();
        const added = await insertWallet(tx, {
          id,
          network,
          currency,
          role,
          account_key,
          descriptor: services.vault.seal("wallets.descriptor", id, wallet.descriptor),
          added_at: BigInt(services.clock.now()),
        });
        if (!added) throw DomainError.at("descriptor", "validation_failed", OWN_MESSAGES.walletThere);
        return { id, role, descriptor: wallet.descriptor, next_index: 0 };
      },
    };
  },
};

/**
 * Takes the treasury's next address, for coins that were bought elsewhere; on networks that pay from one address, the only one. The
 * plan throws `not_found` without a wallet. */
export const takeTreasuryAddress = alone({
  title: "Take an address of the treasury",
  roles: ["finance"],
  errors: ["not_found"],
  input: treasuryAddressInput,
  output: treasuryAddress,
  plan: async (tx, { services }, { network }) => {
    const wallet = await currentWallet(tx, network, "treasury");
    if (wallet === undefined) throw new DomainError("not_found");
    const isNew = wallet.next_index === 0n || FACTS[network].treasury === "next address";
    return {
      subject: `the treasury of ${network}`,
      changes: [
        {
          what: "Addresses in use",
          before: `${wallet.next_index}`,
          after: `${wallet.next_index + (isNew ? 1n : 0n)}`,
        },
      ],
      log: ({ address }) => ({ action: "wallet.address_taken", subject: network, details: { address } }),
      run: async () => {
        const { address } = await takeTreasuryPlace(tx, services, wallet);
        return { network, address };
      },
    };
  },
});
