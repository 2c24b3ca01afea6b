/** The mailbox an address reaches: case does not matter, and what follows a plus sign only sorts mail. */
const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, "");

/** Whether two email addresses reach one person: `jo@a.example` and `Jo+test@a.example` do. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);

interface Person {
  readonly id: string;
  readonly email: string;
}

/** Whether two accounts are one person's: the same one, or one with the same mailbox. */
export const isOnePerson = (one: Person, other: Person): boolean =>
  one.id === other.id || isSameMailbox(one.email, other.email);
