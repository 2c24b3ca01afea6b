import type { IdentityProviderName, ProviderState } from "@wattle/contracts/identity-checks";

/** A provider's findings, for staff. Empty text if it said nothing. */
export interface ProviderFindings {
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly birth_date: string;
  /** Its type and country in the provider's words. */
  readonly document: string;
  readonly document_number: string;
  /** The provider's own words for what it declines. */
  readonly labels: readonly string[];
}

/** A provider's answer about a customer, as it was read from its API. */
export interface ProviderOutcome {
  readonly applicantId: string;
  readonly state: Exclude<ProviderState, "again">;
  /** Names this review: the same one is taken once. */
  readonly review: string;
  readonly found: ProviderFindings;
}

/** A webhook exactly as it arrived: its bytes are what was signed. */
interface ProviderWebhook {
  readonly body: Buffer;
  readonly header: (name: string) => string | undefined;
}

/** A service that checks documents and faces of customers on pages of their own. */
export interface IdentityProvider {
  readonly name: IdentityProviderName;
  /**
   * Address at the provider where a customer is checked, for half an hour.
   * @throws DomainError `service_unavailable`
   */
  start(customerId: string): Promise<string>;
  /**
   * The provider's answer about a customer now. Only this counts.
   * @returns undefined if it knows no such customer
   * @throws DomainError `service_unavailable`
   */
  read(customerId: string): Promise<ProviderOutcome | undefined>;
  /**
   * The customer of whom a webhook says that there is news. It is a hint: nothing else of it is believed.
   * @returns undefined if it is about no customer
   * @throws DomainError `unauthenticated` if its signature does not hold
   */
  hint(webhook: ProviderWebhook): string | undefined;
  /** The provider's own page about a customer, for staff. */
  staffPage(applicantId: string): string;
}
