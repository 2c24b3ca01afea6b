import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { Network } from "@wattle/contracts/networks";
import type { StaffProcedure } from "@wattle/contracts/staff-access";
import { trpc } from "../../trpc.ts";
import { saveFile } from "../../ui/save-file.ts";
import { actCall, type ActCall } from "../parts/act-call.ts";
import type { ActField } from "../parts/act-drawer.tsx";
import { useMay } from "../parts/use-may.ts";
import { coinBatchText, coinText, rateText } from "./coin-payout-words.ts";
import { NETWORK_BATCHES } from "./network-batches.ts";

/** Acts on a batch of coins. */
interface CoinBatchAct {
  readonly name: "release" | "file" | "import" | "bump" | "cancel";
  readonly letter: string;
  readonly title: string;
  readonly button: string;
  readonly kind: "primary" | "quiet" | "danger";
  readonly needs: StaffProcedure;
  readonly about: string;
  readonly fields?: readonly ActField[];
  readonly done: string;
  readonly call: (values: Readonly<Record<string, string>>) => ActCall;
  /** Does it in another way than by only the call. */
  readonly run?: () => Promise<object>;
}

/** In base64 it is a third longer, which is the most that the server takes. */
const LARGEST_FILE = 9 * 1024 * 1024;

const signedFile = (network: Network): ActField => ({
  name: "content",
  label: "Signed file",
  hint: "The one that the signer wrote",
  file: {
    accept: {
      "application/octet-stream": [NETWORK_BATCHES[network].file.accept],
      "application/json": [".json"],
      "text/plain": [".txt"],
    },
    largest: LARGEST_FILE,
    problems: { kind: NETWORK_BATCHES[network].file.problem, size: "Choose a file up to 9 MB" },
  },
});

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);

/** How a batch in this state is cancelled. */
function cancellingText({ network, status, filed_at: filed, attempts }: CoinPayout): string {
  if (attempts.length > 0)
    return "It’s signed, so a payment to ourselves takes its place. Sign and import that next. It’s cancelled once a block has settled it.";
  if (filed !== null) return NETWORK_BATCHES[network].cancelFetched;
  return status === "draft" || status === "released" ? "Its withdrawals can be paid by another batch." : "";
}

/**
 * The acts that a batch's state allows, the next step first.
 * @param waits the acts that wait for a second person; undefined until that is known
 */
export function useCoinBatchActs(
  batch: CoinPayout,
  waits: ReadonlySet<string> | undefined,
): readonly CoinBatchAct[] {
  const may = useMay();
  const take = trpc.ops.coinPayouts.file.useMutation();
  const { id, status, file, filed_at: filed } = batch;
  const what = coinBatchText(batch);
  const { bump, bumpHint, rateUnit } = NETWORK_BATCHES[batch.network];
  const isOpen = status !== "settled" && status !== "cancelled";
  const isCancelling = (file ?? batch.attempts.at(-1))?.kind === "cancel";
  const isFree = (act: string): boolean => waits !== undefined && !waits.has(act);
  const isFetched = file !== null && file.fetched_at !== null;
  const acts: readonly (CoinBatchAct & { readonly when: boolean })[] = [
    {
      name: "release",
      letter: "r",
      title: `Release ${what}`,
      button: "Release the batch",
      kind: "primary",
      needs: "ops.coinPayouts.release",
      when: status === "draft" && isFree("ops.coinPayouts.release"),
      about:
        batch.what === "payments"
          ? "Customers can’t cancel from then on. Those who can’t be paid are left out."
          : "Once it’s released, it can be signed.",
      done: "Batch released",
      call: () => actCall("ops.coinPayouts.release", { id }),
    },
    {
      name: "import",
      letter: "i",
      title: `Import the signed file: ${what}`,
      button: "Import the signed file",
      kind: "primary",
      needs: "ops.coinPayouts.import",
      when: isFetched,
      about: "We check each signature, then send what is signed until a block settles it.",
      fields: [signedFile(batch.network)],
      done: "Signed file imported",
      call: ({ content = "" }) => actCall("ops.coinPayouts.import", { id, content }),
    },
    {
      name: "file",
      letter: "f",
      title: `The file for the signer: ${what}`,
      button: "Download the file",
      kind: isFetched ? "quiet" : "primary",
      needs: "ops.coinPayouts.file",
      when: file !== null,
      about: isFetched
        ? "It’s the same file each time."
        : `Compare it with the signer’s screen: ${what}, fee ${coinText(file?.fee ?? "0", batch)}.`,
      done: "File downloaded",
      call: () => actCall("ops.coinPayouts.file", { id }),
      run: async () => {
        const { filename, content } = await take.mutateAsync({ id });
        saveFile(filename, bytesOf(content), "application/octet-stream");
        return {};
      },
    },
    {
      name: "bump",
      letter: "b",
      title: `Raise the fee: ${what}`,
      button: "Raise the fee",
      kind: "quiet",
      needs: "ops.coinPayouts.bump",
      when: isOpen && filed !== null && isFree("ops.coinPayouts.bump"),
      about: bump,
      fields: [
        {
          name: "fee_rate",
          label: `Fee rate in ${rateUnit}`,
          hint: `It’s ${rateText(batch.fee_rate, batch)} now${bumpHint === undefined ? "" : `. ${bumpHint}`}`,
          problem: (text) =>
            /^\d{1,7}(\.\d{1,9})?$/.test(text.trim()) ? undefined : "Enter a fee rate like 12.5",
        },
      ],
      done: "Fee raised",
      call: ({ fee_rate: rate = "" }) => actCall("ops.coinPayouts.bump", { id, fee_rate: rate.trim() }),
    },
    {
      name: "cancel",
      letter: "u",
      title: `Cancel ${what}`,
      button: "Cancel batch",
      kind: "danger",
      needs: "ops.coinPayouts.cancel",
      when: isOpen && !isCancelling && isFree("ops.coinPayouts.cancel"),
      about: cancellingText(batch),
      done: "Batch cancelled",
      call: () => actCall("ops.coinPayouts.cancel", { id }),
    },
  ];
  return acts.filter(({ needs, when }) => when && may(needs));
}
