import type { FieldErrors } from "@wattle/contracts/errors";
import { useEffect } from "react";
import { alertFailure } from "../failed-call.ts";
import { leave } from "../session/session-lost.ts";
import { trpc } from "../trpc.ts";

/** Leads to the page of the identity provider. @param onErrors shows messages at fields of the form */
export function useProviderPage(onErrors: (errors: FieldErrors) => void = () => undefined) {
  const start = trpc.identity.startCheck.useMutation({
    onSuccess: ({ url }) => leave.elsewhere(url),
    onError: (error) => {
      onErrors(alertFailure("Start ID check", error).errors ?? {});
    },
  });
  const { reset } = start;
  useEffect(() => {
    // Back can show this page as it was left.
    const showAgain = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset();
    };
    window.addEventListener("pageshow", showAgain);
    return () => window.removeEventListener("pageshow", showAgain);
  }, [reset]);
  // A second press until the browser has left would make a second link.
  return { ...start, isBusy: start.isPending || start.isSuccess };
}
