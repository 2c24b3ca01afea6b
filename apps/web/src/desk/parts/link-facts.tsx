import type { ReactNode } from "react";
import { SiteLink } from "../../ui/site-link.tsx";

export type Fact = readonly [string, ReactNode];

/** Leads to a customer. */
export const customerFact = (id: string, text: string): Fact => [
  "Customer",
  <SiteLink key="customer" to={`/teamaccess/customers?id=${id}`}>
    {text}
  </SiteLink>,
];

/** Leads to a transaction. */
export const referenceFact = (reference: string): Fact => [
  "Reference",
  <SiteLink key="reference" to={`/teamaccess/transactions?reference=${reference}`}>
    {reference}
  </SiteLink>,
];

/** Leads to whom an email address is of. */
export const addressFact = (email: string): Fact => [
  "Account",
  <SiteLink key="account" to={`/teamaccess/customers?q=${encodeURIComponent(email)}`}>
    Look for this address
  </SiteLink>,
];
