import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";

/**
 * Acts on a plan; each says how it went, and the list is read again either way.
 * @param onCancelled called when cancelling is over, done or refused
 */
export function usePlanActs(onCancelled: () => void) {
  const utils = trpc.useUtils();
  const outcome = (done: string) => ({
    onSuccess: () => showAlert({ type: "success", text: done }),
    onError: (error: unknown) => void alertFailure("Recurring buy", error),
    onSettled: () => utils.recurring.invalidate(),
  });
  const cancelled = outcome("Recurring buy cancelled");
  return {
    pause: trpc.recurring.pause.useMutation(outcome("Recurring buy paused")),
    resume: trpc.recurring.resume.useMutation(outcome("Recurring buy resumed")),
    skip: trpc.recurring.skip.useMutation(outcome("Next buy skipped")),
    cancel: trpc.recurring.cancel.useMutation({
      ...cancelled,
      onSettled: () => {
        onCancelled();
        return cancelled.onSettled();
      },
    }),
  };
}
export type PlanActs = ReturnType<typeof usePlanActs>;
