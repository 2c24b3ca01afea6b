/** The signer's answer to a challenge, address by address. */
import { setImmediate as aMoment } from "node:timers/promises";
import { Refused } from "@wattle/bitcoin/refused";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { ownMessage, type OwnMessage } from "@wattle/contracts/own-messages";
import { reservesMessage, type ReserveNetwork, type reserveProofs } from "@wattle/contracts/reserves";
import type { z } from "zod";
import { FACTS } from "../coins/coin-network.ts";
import type { Services } from "../services.ts";
import type { Held } from "./treasury.ts";

/** The coins that a challenge asks for. */
export interface Asked extends Held {
  readonly liabilities: string;
}

/** The message of each network, which names its block. */
export const messagesOf = (id: string, { networks, liabilities }: Asked): ReadonlyMap<Network, string> =>
  new Map(networks.map((each) => [each.network, reservesMessage({ id, liabilities }, each)]));

export const refusedFile = (text: OwnMessage): DomainError =>
  DomainError.at("content", "validation_failed", text);

/** An address in the length that a refusal has room for. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

type CheckServices = Pick<Services, "config">;

interface Signed {
  readonly address: string;
  readonly signature: string;
}

function isSigned(services: CheckServices, network: Network, signed: Signed & { readonly message: string }) {
  try {
    return FACTS[network].checkMessage(services, signed) === "valid";
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Reason why a signature does not prove an address; undefined if it does. */
function problemOf(
  services: CheckServices,
  network: Network,
  signed: Signed,
  messages: ReadonlyMap<Network, string>,
): OwnMessage | undefined {
  const isOver = (message: string): boolean => isSigned(services, network, { ...signed, message });
  if (isOver(messages.get(network) ?? "")) return undefined;
  const address = shortAddress(signed.address);
  return [...messages.values()].some(isOver)
    ? ownMessage.reservesBlock(address)
    : ownMessage.reservesWrong(address);
}

/**
 * The networks of a challenge with a proof at each address.
 * @throws DomainError `validation_failed` at `content` that names the first address whose proof is missing, wrong, over another network's
 * block, or not asked for
 */
export async function provenNetworks(
  services: CheckServices,
  { asked, messages }: { readonly asked: Asked; readonly messages: ReadonlyMap<Network, string> },
  { proofs }: z.output<typeof reserveProofs>,
): Promise<ReserveNetwork[]> {
  const keyOf = (network: Network, address: string): string => `${network} ${address}`;
  const proofOf = new Map(proofs.map(({ network, address, proof }) => [keyOf(network, address), proof]));
  const known = new Set(asked.addresses.map(({ network, address }) => keyOf(network, address)));
  const foreign = proofs.find(({ network, address }) => !known.has(keyOf(network, address)));
  if (foreign !== undefined) throw refusedFile(ownMessage.reservesForeign(shortAddress(foreign.address)));
  for (const { network, address } of asked.addresses) {
    const signature = proofOf.get(keyOf(network, address));
    if (signature === undefined) throw refusedFile(ownMessage.reservesMissing(shortAddress(address)));
    const problem = problemOf(services, network, { address, signature }, messages);
    if (problem !== undefined) throw refusedFile(problem);
    // There may be thousands, and others are served in between.
    await aMoment();
  }
  return asked.networks.map((network) => ({
    ...network,
    currencies: network.currencies.map((currency) => ({
      ...currency,
      items: currency.items.map((item) => ({
        ...item,
        proof: proofOf.get(keyOf(network.network, item.address)) ?? "",
      })),
    })),
  }));
}
