import type { CustomerFile, CustomerSummary } from "@wattle/contracts/desk";
import type { StateWord } from "../../controls/status.tsx";

/** The desk's name of a customer’s state. */
export const CUSTOMER_STATES: Readonly<Record<CustomerSummary["status"], StateWord>> = {
  registered: { kind: "waiting", word: "Identity not sent", quiet: true },
  pending: { kind: "waiting", word: "Identity waiting" },
  verified: { kind: "done", word: "Verified" },
  rejected: { kind: "stopped", word: "Identity sent back" },
  blocked: { kind: "failed", word: "Blocked" },
};

/** Whether an address is the made-up one that a closed account has. */
export const isClosedAddress = (address: string): boolean => address.endsWith("@closed.invalid");

/** A customer’s state in a word. A closed account is blocked for good, and its address is made up. */
export const customerState = ({ status, email }: Pick<CustomerSummary, "status" | "email">) =>
  isClosedAddress(email) ? ({ kind: "stopped", word: "Closed" } as const) : CUSTOMER_STATES[status];

/** Name of a customer; the address if there is no name. */
export const customerName = ({
  first_name: first,
  last_name: last,
  email,
}: Pick<CustomerSummary, "first_name" | "last_name" | "email">): string => `${first} ${last}`.trim() || email;

const SHARED = {
  document_number: "document number",
  phone: "phone",
  date_of_birth: "birth date and last name",
  bank_account: "bank account",
  device: "device",
} as const;

/** Shared facts of two customers: `document number PA1234567, phone`. */
export const sharedText = (
  shares: CustomerFile["duplicates"][number]["shares"],
  documentNumber?: string,
): string =>
  shares
    .map((share) =>
      share === "document_number" && documentNumber !== undefined
        ? `${SHARED[share]} ${documentNumber}`
        : SHARED[share],
    )
    .join(", ");
