/** The mailbox an address reaches: case does not matter, and what follows a plus sign only sorts mail. */
const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, "");

/** Whether two email addresses reach one person: `jo@a.example` and `Jo+test@a.example` do. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);
