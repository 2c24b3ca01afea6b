/** Facts in which the networks of coins differ. Each network has a file of them. */
import type { Branch } from "@wattle/bitcoin/descriptor";
import type { MessageCheck } from "@wattle/bitcoin/message";
import type { Services } from "../services.ts";

export type NetworkServices = Pick<Services, "config">;

export interface KnownAddress {
  /** As wallets write it. */
  readonly address: string;
  /** The chain knows it by this. */
  readonly script: string;
}

/** A wallet by its public keys. */
export interface PublicWallet {
  readonly descriptor: string;
  /** Number of the account, without its hardening. */
  readonly account: number;
  /** The account's extended public key: the same for the same wallet, however it was exported. */
  readonly accountKey: string;
  /** Whether anyone knows the seed. */
  readonly hasPublicSeed: boolean;
  readonly addressAt: (place: { readonly branch: Branch; readonly position: number }) => KnownAddress;
}

export interface NetworkFacts {
  /** Whether the installation follows it. */
  readonly isFollowed: (services: NetworkServices) => boolean;
  /** Whether its chain is the demo's own. */
  readonly isPlay: (services: NetworkServices) => boolean;
  /** Confirmations of a settled block, as people read them; the newest block has one. */
  readonly settledDepth: (services: NetworkServices) => number;
  /** How old the newest settled block may be, in seconds, if the network is seen as it is now. */
  readonly recentSeconds: number;
  /** Whether the treasury takes coins at a new address each time, or always at the one that it pays from. */
  readonly treasury: "next address" | "first address";
  /** How the chain keeps coins: as outputs of transactions, or as balances of addresses. */
  readonly holds: "outputs" | "balances";
  /** Base units of the chain in the smallest unit of the books. */
  readonly unit: bigint;
  /** A fee rate as people read it, without its unit, and the unit. */
  readonly rateText: (rate: bigint) => string;
  readonly rateUnit: string;
  /** Reads a descriptor of the installation's chain. @throws Refused */
  readonly readWallet: (services: NetworkServices, descriptor: string) => PublicWallet;
  /** Reads an address, or the link of a QR code, with the amount if the link asks for one. @throws Refused */
  readonly readTarget: (
    services: NetworkServices,
    text: string,
  ) => KnownAddress & { readonly amount: bigint | undefined };
  /** A link that wallets open, for a QR code. */
  readonly paymentUri: (services: NetworkServices, address: string) => string;
  /** Checks that the key of an address signed a message. @throws Refused for no address of the chain */
  readonly checkMessage: (
    services: NetworkServices,
    signed: { readonly address: string; readonly message: string; readonly signature: string },
  ) => MessageCheck;
}
