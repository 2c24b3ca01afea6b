import { useHydrated, useNavigate } from "@tanstack/react-router";
import { fieldProblem } from "@wattle/contracts/field-rules";
import { useRef } from "react";
import { AccountFrame, formClass } from "../accounts/account-frame.tsx";
import { Notice } from "../ui/notice.tsx";
import { Button } from "../controls/button.tsx";
import { NewPasswordFields } from "../controls/new-password-fields.tsx";
import { TextField } from "../controls/text-field.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { alertRefusal } from "../failed-call.ts";
import { knowSession } from "../session/know-session.ts";
import { trpc } from "../trpc.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { rolesText } from "./staff-words.ts";

/** Name of the person, and the password from now on. */
function AcceptForm({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { field, values, check, refuse } = useCheckedForm({
    fields: ["first_name", "last_name", "password", "password_confirmation"],
    form,
    judgedWith: { password: ["password_confirmation"] },
    problemOf: (name, value, all) => fieldProblem(name, value, { password: all.password }),
  });
  const accept = trpc.staff.accept.useMutation({
    onSuccess: async (data) => {
      await knowSession(utils, data);
      await navigate({ to: "/teamaccess", replace: true });
    },
    onError: (error) => {
      alertRefusal("Accept invitation", error, refuse);
    },
  });
  return (
    <Form
      ref={form}
      className={formClass}
      onSubmit={() => {
        if (!accept.isPending && check()) accept.mutate({ ...values, token });
      }}
    >
      <TextField {...field("first_name")} label="First name" autoComplete="given-name" required />
      <TextField {...field("last_name")} label="Last name" autoComplete="family-name" required />
      <NewPasswordFields field={field} />
      <Button type="submit" kind="accent" wide loading={accept.isPending}>
        Accept invitation
      </Button>
    </Form>
  );
}

/**
 * Accepting an invitation to be staff.
 * @param token of the mailed link
 */
export function InvitationPage({ token }: { readonly token: string }) {
  // The page is prerendered without its link: until it has been hydrated, nothing of the link may show.
  const hydrated = useHydrated();
  const invitation = trpc.staff.invitation.useQuery({ token }, { enabled: token !== "", retry: false });
  const useless = (hydrated && token === "") || invitation.error?.data?.code === "token_invalid";
  return (
    <AccountFrame
      seed="auth.invitation"
      title="Join the back office"
      lead={
        invitation.data !== undefined && (
          <p>
            {invitation.data.email} will join as {rolesText(invitation.data.roles)}.
          </p>
        )
      }
    >
      {useless ? (
        <Notice kind="warn">
          <p>This link no longer works. Links work once, for 72 hours. Ask an admin for a new one.</p>
        </Notice>
      ) : (
        <Loaded query={invitation} what="your invitation" lines={6}>
          {() => <AcceptForm token={token} />}
        </Loaded>
      )}
    </AccountFrame>
  );
}
