import type { ArrivalRecord } from "../parts/answers.ts";

/** The customer whose address received something. */
export const ownerText = ({ customer }: Pick<ArrivalRecord, "customer">): string =>
  customer?.name ?? "Our treasury";
