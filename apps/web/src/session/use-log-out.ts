import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { knowSession } from "./know-session.ts";
import { KEPT_FORM_KEY } from "../money/stored-keys.ts";
import { alertFailure } from "../failed-call.ts";
import { writeStored } from "../storage.ts";
import { trpc } from "../trpc.ts";
import { sessionEndsHere } from "./session-lost.ts";
import { forgetWantedPath } from "./wanted-path.ts";

/** Logging out: ends the session on the server, forgets everything of it here and leads to the sign-in page. */
export function useLogOut() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const client = useQueryClient();
  const { mutate, isPending } = trpc.sessions.logout.useMutation({
    onMutate: () => sessionEndsHere(true),
    onSuccess: async () => {
      const forgetForm = (): void => writeStored(KEPT_FORM_KEY, null);
      // At once, since the tab may be closed on the way; and once more when the form is gone, which until then keeps itself.
      forgetForm();
      await knowSession(utils, null);
      forgetWantedPath();
      await navigate({ to: "/login" });
      forgetForm();
      // Nothing of the one signed out may stay: the next one at this browser starts afresh.
      client.removeQueries({ type: "inactive" });
    },
    onError: (error) => {
      sessionEndsHere(false);
      alertFailure("Logout", error);
    },
  });
  return { logOut: () => mutate(), leaving: isPending };
}
