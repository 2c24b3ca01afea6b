import { callFailure, failureText, type Holdable } from "../failed-call.ts";
import { Notice } from "../ui/notice.tsx";

interface ReviewNoticeProps {
  /** Error of the last try; nothing is shown of other failures. */
  readonly error: unknown;
  /** The act that was tried. */
  readonly tried: Holdable;
}

/** That the account is reviewed, in the form whose try was refused for it: it stays when the alert has gone. */
export function ReviewNotice({ error, tried }: ReviewNoticeProps) {
  const failure = callFailure(error);
  if (failure.code !== "account_under_review") return null;
  return (
    <Notice kind="warn">
      <p>{failureText(failure, tried)}</p>
    </Notice>
  );
}
