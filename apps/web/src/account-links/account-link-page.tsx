import { useHydrated } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AccountFrame, formClass } from "../accounts/account-frame.tsx";
import { Notice } from "../ui/notice.tsx";
import { Button } from "../controls/button.tsx";
import { callFailure } from "../failed-call.ts";
import { Form } from "../ui/form.tsx";
import { SiteLink } from "../ui/site-link.tsx";

interface AccountLinkPageProps {
  /** The page's route name. */
  readonly seed: string;
  readonly title: string;
  readonly lead: string;
  readonly act: string;
  /** From the mailed link; empty if the page was opened without one. */
  readonly token: string;
  readonly call: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly data: { readonly message: string } | undefined;
    mutate(input: { token: string }): void;
  };
  /** Shown once it is done, after its message. */
  readonly after: ReactNode;
}

/** A page that a mailed link leads to, with one button. Nothing happens before it is pressed. */
export function AccountLinkPage({ seed, title, lead, act, token, call, after }: AccountLinkPageProps) {
  // The page is prerendered without its link: until it has been hydrated, nothing of the link may show.
  const hydrated = useHydrated();
  const code = call.error === null ? undefined : callFailure(call.error).code;
  const useless = (hydrated && token === "") || code === "token_invalid";
  return (
    <AccountFrame seed={seed} title={title} more={<SiteLink to="/support">Contact support</SiteLink>}>
      {call.data !== undefined ? (
        <Notice kind="done">
          <p>
            <output>{call.data.message}</output>
          </p>
          <p>{after}</p>
        </Notice>
      ) : useless ? (
        <Notice kind="warn">
          <p>This link no longer works. Links work once. Need help? Contact support.</p>
        </Notice>
      ) : (
        <Form
          className={formClass}
          onSubmit={() => {
            if (!call.isPending && token !== "") call.mutate({ token });
          }}
        >
          <p>{lead}</p>
          <Button type="submit" kind="accent" wide loading={call.isPending}>
            {act}
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}
