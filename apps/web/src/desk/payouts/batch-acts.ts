import { isUnusual } from "@wattle/contracts/choices";
import type { Payout } from "@wattle/contracts/payouts";
import type { StaffProcedure } from "@wattle/contracts/staff-access";
import { trpc } from "../../trpc.ts";
import { saveFile } from "../../ui/save-file.ts";
import { actCall, type ActCall } from "../parts/act-call.ts";
import { useMay } from "../parts/use-may.ts";
import { batchMoney, payoutsText, reviewText } from "../payees/payout-words.ts";

/** Acts on a batch. */
interface BatchAct {
  readonly name: "release" | "file" | "sent" | "cancel";
  readonly letter: string;
  readonly title: string;
  readonly button: string;
  readonly kind?: "danger";
  readonly needs: StaffProcedure;
  readonly about: string;
  readonly done: string;
  readonly call: () => ActCall;
  /** Does it in another way than by only the call. */
  readonly run?: () => Promise<object>;
}

/** The acts that a batch's state allows, the next one first. @param waits its release waits for a second person */
export function useBatchActs(batch: Payout, waits: boolean): readonly BatchAct[] {
  const may = useMay();
  const file = trpc.ops.payouts.file.useMutation();
  const { id, status, filed_at: filed } = batch;
  const what = `${payoutsText(batch.count)}, ${batchMoney(batch)}`;
  const unusual = batch.rows.filter(isUnusual).length;
  const acts: readonly (BatchAct & { readonly when: boolean })[] = [
    {
      name: "release",
      letter: "r",
      title: `Release ${what}`,
      button: "Release the batch",
      needs: "ops.payouts.release",
      when: status === "open" && !waits && batch.count > 0,
      about: unusual === 0 ? "Nothing unusual." : `${reviewText(unusual)}.`,
      done: "Batch released",
      call: () => actCall("ops.payouts.release", { id }),
    },
    {
      name: "sent",
      letter: "m",
      title: `Sent to the bank: ${what}`,
      button: "Mark as sent",
      needs: "ops.payouts.sent",
      when: status === "released" && filed !== null,
      about: "The bank has the file. Each customer’s withdrawal is completed, and they get an email.",
      done: "Batch sent",
      call: () => actCall("ops.payouts.sent", { id }),
    },
    {
      name: "file",
      letter: "f",
      title: `The bank’s file: ${what}`,
      button: "Download the file",
      needs: "ops.payouts.file",
      when: status === "released" || status === "sent" || status === "settled",
      about:
        filed === null
          ? "Once you’ve downloaded the file, you can’t take payouts out of the batch."
          : "It’s the same file each time.",
      done: "File downloaded",
      call: () => actCall("ops.payouts.file", { id }),
      run: async () => {
        const { filename, content } = await file.mutateAsync({ id });
        saveFile(filename, content, "text/plain;charset=utf-8");
        return {};
      },
    },
    {
      name: "cancel",
      letter: "u",
      title: `Cancel ${what}`,
      button: "Cancel batch",
      kind: "danger",
      needs: "ops.payouts.cancel",
      when: status === "open",
      about: "Its withdrawals can be paid by another batch.",
      done: "Batch cancelled",
      call: () => actCall("ops.payouts.cancel", { id }),
    },
  ];
  return acts.filter(({ needs, when }) => when && may(needs));
}
