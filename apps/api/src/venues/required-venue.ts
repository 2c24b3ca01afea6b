import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { Venue } from "./venue.ts";

/** @throws DomainError `state_conflict` if the house trades nowhere */
export function requiredVenue({ venue }: { readonly venue: Venue | undefined }): Venue {
  if (venue === undefined) throw new DomainError("state_conflict", { message: OWN_MESSAGES.noVenue });
  return venue;
}
