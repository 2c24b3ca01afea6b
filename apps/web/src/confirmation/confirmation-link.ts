import type { TRPCLink } from "@trpc/client";
import { observable, type Unsubscribable } from "@trpc/server/observable";
import type { AppRouter } from "@wattle/api/router";
import { callFailure } from "../failed-call.ts";
import { askConfirmation } from "./ask-confirmation.ts";

/**
 * If the server wants a confirmation first: asks, and repeats the refused call as it was. The maker of the call only
 * sees it take longer, so that nothing typed is lost.
 */
export const confirmationLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let running: Unsubscribable | undefined;
      let ended = false;
      const attempt = (asks: boolean): void => {
        running = next(op).subscribe({
          next: (value) => observer.next(value),
          error: (error) => {
            if (!asks || callFailure(error).code !== "confirmation_required") {
              observer.error(error);
              return;
            }
            void askConfirmation(op.path).then((confirmed) => {
              if (ended) return;
              if (confirmed) attempt(false);
              else observer.error(error);
            });
          },
          complete: () => observer.complete(),
        });
      };
      attempt(true);
      return () => {
        ended = true;
        running?.unsubscribe();
      };
    });
