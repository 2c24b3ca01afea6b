import type { HoldReason } from "@wattle/contracts/withdrawals";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { AlertIcon } from "../ui/icons.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useAt } from "../ui/use-at.ts";
import { displayMoment } from "@wattle/exchange-core/display";
import styles from "./withdrawals.module.css";

/** Something to know before anything is sent. */
export function Warning({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className={styles["warning"]}>
      <AlertIcon size={18} />
      <div className={styles["words"]}>{children}</div>
    </div>
  );
}

/** @param until when withdrawals are possible again, ISO 8601 */
export function OnHold({ until, because }: { readonly until: string; readonly because: HoldReason | null }) {
  return (
    <Warning>
      <p>
        {because === "password" && "You changed your password. "}
        Withdrawals are on hold until {displayMoment(Date.parse(until))}. Wasn’t you?{" "}
        <SiteLink to="/dashboard/support">Contact support</SiteLink>.
      </p>
    </Warning>
  );
}

interface HoldNoticeProps {
  readonly bankAccountId: string;
  /** When money can go there, ISO 8601. */
  readonly until: string;
  /** The customer has asked for an email at that time. */
  readonly isEmailWanted: boolean;
}

/** When money can be withdrawn to a bank account, and an email at that time. It goes by itself when the time has come. */
export function HoldNotice({ bankAccountId, until, isEmailWanted }: HoldNoticeProps) {
  const utils = trpc.useUtils();
  const ask = trpc.withdrawals.emailWhenFree.useMutation({
    onSuccess: (state) => utils.withdrawals.state.setData(undefined, state),
    onError: (error) => alertFailure("Withdraw money", error),
  });
  useAt(until, () => {
    void utils.bankAccounts.list.invalidate();
    void utils.withdrawals.state.invalidate();
  });
  return (
    <Warning>
      <p>You can withdraw to this account from {displayMoment(Date.parse(until))}.</p>
      <output>{isEmailWanted && "We’ll email you then."}</output>
      {!isEmailWanted && (
        <Button
          kind="quiet"
          loading={ask.isPending}
          onClick={() => ask.mutate({ bank_account_id: bankAccountId })}
        >
          Email me then
        </Button>
      )}
    </Warning>
  );
}
