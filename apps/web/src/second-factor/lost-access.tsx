import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";

interface LostAccessProps {
  /** Both were right: the code is what is missing. */
  readonly email: string;
  readonly password: string;
}

/** The way on for someone who has neither app, passkey nor recovery code. */
export function LostAccess({ email, password }: LostAccessProps) {
  const [sent, setSent] = useState(false);
  const request = trpc.recovery.request.useMutation({
    onSuccess: () => setSent(true),
    onError: (error) => {
      alertFailure("Account recovery", error);
    },
  });
  if (sent) {
    return (
      <Notice kind="done">
        <output>We’ve sent a link to {email}. It works once, for an hour.</output>
      </Notice>
    );
  }
  return (
    <Button kind="link" loading={request.isPending} onClick={() => request.mutate({ email, password })}>
      I’ve lost access
    </Button>
  );
}
