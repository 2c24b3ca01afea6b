/** The proof of reserves: asked for here, signed where the keys are, and published here. */
import { setImmediate as aMoment } from "node:timers/promises";
import { Refused } from "@wattle/bitcoin/refused";
import { localDay } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { OWN_MESSAGES, type OwnMessage } from "@wattle/contracts/own-messages";
import {
  publishReservesInput,
  reserveProofs,
  reservesChallenge,
  reservesChallengeInput,
  reservesDocument,
  reservesMessage,
  type ReserveNetwork,
} from "@wattle/contracts/reserves";
import type { Reader } from "@wattle/db/database";
import { changeReserveProof, insertReserveProof, newestReserveProof } from "@wattle/db/reserves";
import { isoTime } from "../../clock.ts";
import { FACTS } from "../../coins/coin-network.ts";
import { newestLiabilities } from "../../liabilities/read-liabilities.ts";
import { spentOf, signedReserves } from "../../reserves/check-unspent.ts";
import { readHeld, type Held } from "../../reserves/treasury.ts";
import type { ActServices } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";

/** The coins that a challenge asks for. */
interface Asked extends Held {
  readonly liabilities: string;
}

/** The message of each network, which names its block. */
const messagesOf = (id: string, { networks, liabilities }: Asked): ReadonlyMap<Network, string> =>
  new Map(networks.map((each) => [each.network, reservesMessage({ id, liabilities }, each)]));

/**
 * Asks for a proof of what the treasury holds at the newest settled block. The plan throws `state_conflict` before liabilities were
 * published, and if the treasury holds nothing.
 */
export const challengeReserves = alone({
  title: "Ask for a proof of reserves",
  roles: ["finance"],
  errors: ["state_conflict"],
  input: reservesChallengeInput,
  output: reservesChallenge,
  look: async (services): Promise<Asked> => {
    const liabilities = await newestLiabilities(services);
    if (liabilities === undefined) throw new DomainError("state_conflict");
    return { liabilities: liabilities.id, ...(await readHeld(services.database.read, liabilities)) };
  },
  plan: async (tx, { services: { clock, config, ids }, known: asked }) => {
    const [network] = asked.networks;
    if (network === undefined || asked.addresses.length === 0) throw new DomainError("state_conflict");
    const id = ids.uuid();
    const now = BigInt(clock.now());
    const messages = messagesOf(id, asked);
    const content = JSON.stringify({
      message: messages.get(network.network),
      addresses: asked.addresses.map((address) => ({ ...address, message: messages.get(address.network) })),
    });
    return {
      subject: `the treasury at block ${network.height}`,
      changes: [],
      log: { action: "reserves.challenged", subject: id, details: { addresses: asked.addresses.length } },
      run: async () => {
        await insertReserveProof(tx, { id, created_at: now, held: JSON.stringify(asked) });
        const day = localDay(now, config.TIME_ZONE).replaceAll("-", "");
        return {
          filename: `reserves-${day}-${id.slice(-8)}.json`,
          content: Buffer.from(content).toString("base64"),
        };
      },
    };
  },
});

const refused = (text: OwnMessage): DomainError => DomainError.at("content", "validation_failed", text);

/** @throws DomainError `validation_failed` at `content` if it is not a file that the signer wrote */
function readProofs(content: string) {
  try {
    return reserveProofs.parse(JSON.parse(Buffer.from(content, "base64").toString()));
  } catch {
    throw refused(OWN_MESSAGES.reservesForm);
  }
}

/** The challenge that a file answers, which must be the newest. @throws DomainError */
async function answeredBy(reader: Reader, message: string) {
  const row = await newestReserveProof(reader);
  if (row === undefined || row.published_at !== null) throw new DomainError("state_conflict");
  const asked = JSON.parse(row.held) as Asked;
  const messages = messagesOf(row.id, asked);
  if (![...messages.values()].includes(message)) throw refused(OWN_MESSAGES.reservesOther);
  return { row, asked, messages };
}

function isProven(
  services: Pick<ActServices, "config">,
  network: Network,
  signed: { readonly address: string; readonly message: string; readonly signature: string },
): boolean {
  try {
    return FACTS[network].checkMessage(services, signed) === "valid";
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** The networks with a proof at each address. @throws DomainError `validation_failed` at `content` if one is missing or wrong */
async function proven(
  services: ActServices,
  { asked: { networks }, messages }: Awaited<ReturnType<typeof answeredBy>>,
  { proofs }: ReturnType<typeof readProofs>,
): Promise<ReserveNetwork[]> {
  const proofOf = new Map(proofs.map(({ network, address, proof }) => [`${network} ${address}`, proof]));
  for (const { network, currencies } of networks)
    for (const { items } of currencies)
      for (const { address } of items) {
        const message = messages.get(network) ?? "";
        const signature = proofOf.get(`${network} ${address}`);
        if (signature === undefined || !isProven(services, network, { address, message, signature }))
          throw refused(OWN_MESSAGES.reservesProof);
        // There may be thousands, and others are served in between.
        await aMoment();
      }
  return networks.map((network) => ({
    ...network,
    currencies: network.currencies.map((currency) => ({
      ...currency,
      items: currency.items.map((item) => ({
        ...item,
        proof: proofOf.get(`${network.network} ${item.address}`) ?? "",
      })),
    })),
  }));
}

/**
 * Publishes a proof of reserves. It throws `state_conflict` if none was asked for, and `validation_failed` at `content` for a file of
 * another challenge, a proof that is missing or wrong, or coins that were spent meanwhile.
 */
export const publishReserves = alone({
  title: "Publish a proof of reserves",
  roles: ["finance"],
  errors: ["state_conflict"],
  input: publishReservesInput,
  output: reservesDocument,
  look: async (services, { content }) => {
    const proofs = readProofs(content);
    const answered = await answeredBy(services.database.read, proofs.message);
    return { message: proofs.message, networks: await proven(services, answered, proofs) };
  },
  plan: async (tx, { services, known }) => {
    const { row, asked } = await answeredBy(tx, known.message);
    const { networks } = known;
    if ((await spentOf(tx, networks)).length > 0) throw refused(OWN_MESSAGES.reservesSpent);
    const document = signedReserves(services, {
      id: row.id,
      liabilities: asked.liabilities,
      created_at: isoTime(row.created_at),
      networks,
      spent: [],
    });
    const totals = networks.flatMap(({ currencies }) => currencies);
    return {
      subject: `the proof of reserves ${row.id}`,
      changes: totals.map(({ currency, total, cover }) => ({
        what: `${currency} that is held`,
        before: "Not proven",
        after: `${total}, cover ${cover ?? "–"}`,
      })),
      log: { action: "reserves.published", subject: row.id, details: { addresses: asked.addresses.length } },
      run: async () => {
        const now = BigInt(services.clock.now());
        const changes = { document: JSON.stringify(document), published_at: now, checked_at: now };
        await changeReserveProof(tx, row.id, changes);
        return document;
      },
    };
  },
});
