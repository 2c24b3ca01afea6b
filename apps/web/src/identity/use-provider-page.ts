import type { FieldErrors } from "@wattle/contracts/errors";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";

/** Goes to a page of someone else in this tab. A test takes its place. */
export const leave = { to: (url: string): void => window.location.assign(url) };

/** Leads to the page of the identity provider. @param onErrors shows messages at fields of the form */
export function useProviderPage(onErrors: (errors: FieldErrors) => void = () => undefined) {
  return trpc.identity.startCheck.useMutation({
    onSuccess: ({ url }) => leave.to(url),
    onError: (error) => {
      onErrors(alertFailure("Start ID check", error).errors ?? {});
    },
  });
}
