import { isUnusual } from "@wattle/contracts/choices";
import type { Payout } from "@wattle/contracts/payouts";
import type { StaffProcedure } from "@wattle/contracts/staff-access";
import { trpc } from "../../trpc.ts";
import { saveFile } from "../../ui/save-file.ts";
import type { Change } from "../parts/act-drawer.tsx";
import { useMay } from "../parts/use-may.ts";
import { batchMoney, payoutsText } from "../payees/payout-words.ts";

/** Acts on a batch. */
interface BatchAct {
  readonly name: "release" | "file" | "sent" | "cancel";
  readonly letter: string;
  readonly title: string;
  readonly button: string;
  readonly kind?: "danger";
  readonly needs: StaffProcedure;
  readonly about: string;
  readonly changes: readonly Change[];
  readonly done: string;
  readonly run: () => Promise<object>;
}

/** The acts that a batch's state allows, the next one first. @param waits its release waits for a second person */
export function useBatchActs(batch: Payout, waits: boolean): readonly BatchAct[] {
  const may = useMay();
  const release = trpc.ops.payouts.release.useMutation();
  const file = trpc.ops.payouts.file.useMutation();
  const sent = trpc.ops.payouts.sent.useMutation();
  const cancel = trpc.ops.payouts.cancel.useMutation();
  const { id, status, filed_at: filed } = batch;
  const what = `${payoutsText(batch.count)}, ${batchMoney(batch)}`;
  const unusual = batch.rows.filter(isUnusual).length;
  const moves = (before: string, after: string): readonly Change[] => [{ what, before, after }];
  const acts: readonly (BatchAct & { readonly when: boolean })[] = [
    {
      name: "release",
      letter: "r",
      title: `Release ${what}`,
      button: "Release the batch",
      needs: "ops.payouts.release",
      when: status === "open" && !waits && batch.count > 0,
      about: `A second person decides about it. ${unusual === 0 ? "Nothing in it is unusual." : `Still in it: ${unusual} to look at.`}`,
      changes: moves("Open", "Released"),
      done: "Batch released",
      run: () => release.mutateAsync({ id }),
    },
    {
      name: "sent",
      letter: "m",
      title: `Sent to the bank: ${what}`,
      button: "Mark as sent",
      needs: "ops.payouts.sent",
      when: status === "released" && filed !== null,
      about: "The bank has the file. Each customer’s withdrawal is completed, and they get an email.",
      changes: moves("Released", "Sent"),
      done: "Batch sent",
      run: () => sent.mutateAsync({ id }),
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
          ? "Once the file was taken, nothing is taken out of the batch."
          : "It’s the same file each time.",
      changes: [],
      done: "File downloaded",
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
      changes: moves("Open", "Cancelled"),
      done: "Batch cancelled",
      run: () => cancel.mutateAsync({ id }),
    },
  ];
  return acts.filter(({ needs, when }) => when && may(needs));
}
