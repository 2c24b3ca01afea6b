import type { HDKey } from "@scure/bip32";
import { fingerprintText } from "@wattle/bitcoin/key-origin";
import { addressOfKey, checksummed } from "@wattle/ethereum/address";
import { type BatchItem, readBatchFile } from "@wattle/ethereum/batch-file";
import { signBatchFile } from "@wattle/ethereum/sign-batch-file";
import { highestFee } from "@wattle/ethereum/transfer";
import { ETHER, keyAt, type KeyPlace, placeOf } from "./accounts.ts";
import { Declined } from "./declined.ts";
import { TEXTS } from "./networks.ts";
import type { Review, Spending } from "./spending.ts";

const { amount: ethers, rate: feeRate } = TEXTS.ethereum;

/** A transfer with its key, and whether it leaves us. */
interface OwnItem {
  readonly item: BatchItem;
  readonly place: KeyPlace;
  readonly isOwn: boolean;
}

const addressAt = (master: HDKey, place: KeyPlace): string =>
  addressOfKey(keyAt(master, place).publicKey).script;

/** The place of a sender's key, which must be the key of its address. */
function senderPlace(master: HDKey, { from, key }: BatchItem): KeyPlace {
  const place = key.fingerprint === master.fingerprint ? placeOf("ethereum", key.path) : undefined;
  if (!place || addressAt(master, place) !== from)
    throw new Declined(
      `The sender ${checksummed(from)} is not of this seed (${fingerprintText(master.fingerprint)}).`,
    );
  return place;
}

/** Whether a transfer comes back to us. One that claims to is refused if it does not. */
function comesBack({ what, from, transfer: { to, value, nonce } }: BatchItem, treasury: string): boolean {
  if (what === "cancel" && (to !== from || value !== 0n))
    throw new Declined(`Nonce ${nonce} is marked as cancelled, and pays something.`);
  if (what === "sweep" && to !== treasury)
    throw new Declined(`Nonce ${nonce} is marked as a sweep, and does not go to our treasury.`);
  return to === from || to === treasury;
}

const spendingOf = ({ item: { from, transfer }, isOwn }: OwnItem): Spending => ({
  inputs: [`${transfer.chainId}:${from}:${transfer.nonce}`],
  payments: isOwn ? [] : [{ script: transfer.to, amount: transfer.value }],
  fee: highestFee(transfer),
  rate: transfer.maxFee,
});

function describe(chainId: bigint, items: readonly OwnItem[]): readonly string[] {
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
  const highest = (amounts: readonly bigint[]): bigint =>
    amounts.reduce((most, each) => (each > most ? each : most), 0n);
  const transfers = items.map(({ item }) => item.transfer);
  const part = (title: string, wanted: boolean): readonly string[] => {
    const some = items.filter(({ isOwn }) => isOwn === wanted);
    return [
      `${title.padEnd(10)} ${some.length}, ${ethers(sum(some.map(({ item }) => item.transfer.value)))}`,
      ...some.map(
        ({ item: { what, transfer } }) =>
          `  ${ethers(transfer.value)}  ${checksummed(transfer.to)}  ${what}, nonce ${transfer.nonce}`,
      ),
    ];
  };
  return [
    `Network    ethereum, chain ${chainId}`,
    `Senders    ${[...new Set(items.map(({ item }) => checksummed(item.from)))].join(", ")}`,
    ...part("Payments", false),
    ...part("To us", true),
    `Fee        at most ${ethers(sum(transfers.map(highestFee)))}, ${feeRate(highest(transfers.map(({ maxFee }) => maxFee)))}`,
  ];
}

/** Reads a batch of Ethereum, in which each transfer is a transaction. */
export function reviewBatch(master: HDKey, content: Uint8Array): Review {
  const { chainId, items } = readBatchFile(content);
  const treasury = addressAt(master, { coin: ETHER, role: "treasury", branch: 0, index: 0 });
  const places = new Map<string, KeyPlace>();
  const own = items.map((item): OwnItem => {
    const place = senderPlace(master, item);
    places.set(item.from, place);
    return { item, place, isOwn: comesBack(item, treasury) };
  });
  return {
    network: "ethereum",
    spendings: own.map(spendingOf),
    describe: () => describe(chainId, own),
    sign: () =>
      signBatchFile({ chainId, items }, ({ from }) => {
        const place = places.get(from);
        if (!place) throw new TypeError("A transfer has no key");
        return keyAt(master, place).privateKey;
      }),
  };
}
