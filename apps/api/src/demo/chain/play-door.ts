import type { Network } from "@wattle/contracts/networks";
import type { PlayBlock } from "@wattle/db/tables";
import type { PlayChain } from "../../chains/play/play-chain.ts";
import type { Services } from "../../services.ts";

export type ChainServices = Pick<Services, "config" | "database" | "networks">;

/** Coins that someone gets, as people read it. */
interface ShownOutput {
  readonly address: string;
  readonly amount: string;
}

export interface ShownTransaction {
  readonly txid: string;
  readonly outputs: readonly ShownOutput[];
}

/** A network's play chain, as people and tests use it over HTTP. */
export interface PlayDoor {
  readonly network: Network;
  /** Names for people. */
  readonly name: string;
  readonly coin: string;
  readonly firstRate: string;
  /** More fields of the form that sends coins, as HTML. */
  readonly moreToSend?: string;
  readonly play: PlayChain<never>;
  /** Sends what a body asks for. @throws DomainError, PlayError */
  readonly send: (body: unknown) => Promise<{ readonly txid: string }>;
  /** Reads a fee rate in the network's unit; undefined if it is none. */
  readonly parseRate: (text: string) => bigint | undefined;
  readonly transactionsOf: (block: PlayBlock) => readonly ShownTransaction[];
}

/** Opens the door; undefined if the network is on no play chain. */
export type OpenDoor = (services: ChainServices) => PlayDoor | undefined;
