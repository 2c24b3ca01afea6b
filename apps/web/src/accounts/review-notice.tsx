import { callFailure, failureText, type Holdable } from "../failed-call.ts";
import { TaxResidenceNotice } from "./tax-residence-status.tsx";
import { Notice } from "../ui/notice.tsx";

interface ReviewNoticeProps {
  /** Error of the last try; nothing is shown of what was entered wrongly. */
  readonly error: unknown;
  /** The act that was tried. */
  readonly tried: Holdable;
}

/** Why a form's try was refused, if it is the account and not what was entered: it stays when the alert has gone. */
export function ReviewNotice({ error, tried }: ReviewNoticeProps) {
  const failure = callFailure(error);
  if (failure.code === "tax_residence_required") return <TaxResidenceNotice />;
  if (failure.code !== "account_under_review") return null;
  return (
    <Notice kind="warn">
      <p>{failureText(failure, tried)}</p>
    </Notice>
  );
}
