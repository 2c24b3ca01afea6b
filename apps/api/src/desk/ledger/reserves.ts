/** The proof of reserves: asked for here, signed where the keys are, and published here. */
import { localDay } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import {
  publishReservesInput,
  reserveProofs,
  reservesChallenge,
  reservesChallengeInput,
  reservesDocument,
  type ReserveNetwork,
  type ReservesDocument,
} from "@wattle/contracts/reserves";
import type { Reader } from "@wattle/db/database";
import { changeReserveProof, insertReserveProof, newestReserveProof } from "@wattle/db/reserves";
import { isoTime } from "../../clock.ts";
import { newestLiabilities } from "../../liabilities/read-liabilities.ts";
import {
  messagesOf,
  provenNetworks,
  refusedFile,
  shortAddress,
  type Asked,
} from "../../reserves/check-proofs.ts";
import { goneOf, signedReserves } from "../../reserves/check-unspent.ts";
import { requireLook } from "../../reserves/recent-block.ts";
import { readHeld } from "../../reserves/treasury.ts";
import { alone } from "../approvals/reviewed-act.ts";

/**
 * Asks for a proof of what the treasury holds at the newest settled block. The plan throws `state_conflict` before liabilities were
 * published, if the treasury holds nothing, and for a network whose nodes are not ok or have no recent block.
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
    return { liabilities: liabilities.id, ...(await readHeld(services, liabilities)) };
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

/** @throws DomainError `validation_failed` at `content` if it is not a file that the signer wrote */
function readProofs(content: string) {
  try {
    return reserveProofs.parse(JSON.parse(Buffer.from(content, "base64").toString()));
  } catch {
    throw refusedFile(OWN_MESSAGES.reservesForm);
  }
}

/** The challenge that a file answers, which must be the newest. @throws DomainError */
async function answeredBy(reader: Reader, message: string) {
  const row = await newestReserveProof(reader);
  if (row === undefined || row.published_at !== null) throw new DomainError("state_conflict");
  const asked = JSON.parse(row.held) as Asked;
  const messages = messagesOf(row.id, asked);
  if (![...messages.values()].includes(message)) throw refusedFile(OWN_MESSAGES.reservesOther);
  return { row, asked, messages };
}

/** @throws DomainError `validation_failed` at `content` that names the first address whose coins were spent since the challenge */
async function refuseSpent(reader: Reader, networks: readonly ReserveNetwork[]): Promise<void> {
  const { spent, lower } = await goneOf(reader, networks);
  const isSpent = (output: { readonly txid: string; readonly output: number }): boolean =>
    spent.some(({ txid, output: number }) => txid === output.txid && number === output.output);
  const items = networks.flatMap(({ currencies }) => currencies.flatMap((currency) => currency.items));
  const [address] = [
    ...lower.map((each) => each.address),
    ...items.filter(({ outputs }) => spent.length > 0 && outputs.some(isSpent)).map((item) => item.address),
  ];
  if (address !== undefined) throw refusedFile(ownMessage.reservesSpent(shortAddress(address)));
}

/**
 * Publishes a proof of reserves. It throws `state_conflict` if none was asked for, and `validation_failed` at `content` for a file of
 * another challenge, a proof that is missing, wrong or not asked for, or coins that were spent meanwhile. A network that is not seen as it
 * is now is a `state_conflict`, too.
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
    return { message: proofs.message, networks: await provenNetworks(services, answered, proofs) };
  },
  plan: async (tx, { services, known }) => {
    const { row, asked } = await answeredBy(tx, known.message);
    const { networks } = known;
    const checks: ReservesDocument["checks"] = [];
    for (const { network } of networks) checks.push(await requireLook(services, tx, network));
    await refuseSpent(tx, networks);
    const document = signedReserves(services, {
      id: row.id,
      liabilities: asked.liabilities,
      created_at: isoTime(row.created_at),
      networks,
      checks,
      spent: [],
      lower: [],
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
