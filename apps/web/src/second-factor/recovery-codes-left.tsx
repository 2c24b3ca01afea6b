import { Button } from "../controls/button.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";

/** How many recovery codes are left, and a button for ten new ones. */
export function RecoveryCodesLeft({
  left,
  onCodes,
}: {
  readonly left: number;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const renew = trpc.secondFactor.newRecoveryCodes.useMutation({
    onSuccess: ({ recovery_codes: codes }) => onCodes(codes),
    onError: (error) => void alertFailure("Recovery codes", error),
  });
  return (
    <>
      <p>{left === 1 ? "1 recovery code left" : `${left} recovery codes left`}</p>
      <div>
        <Button kind="quiet" loading={renew.isPending} onClick={() => renew.mutate()}>
          Get new recovery codes
        </Button>
      </div>
    </>
  );
}
