const CLOSED = "@closed.invalid";

/** The address of a closed account, so that the person may use the old one again. */
export const closedAddress = (id: string): string => `closed-${id}${CLOSED}`.toLowerCase();

/** Whether an address is one of closed accounts, which no other account may have. */
export const isClosedAddress = (address: string): boolean => address.toLowerCase().endsWith(CLOSED);
