/** Addresses that reach one mailbox: case, a `+tag`, and for Gmail the dots, make no difference. */
function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const [name = ""] = local.split("+");
  const gmail = domain === "gmail.com" || domain === "googlemail.com";
  return gmail ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

/** Whether two email addresses reach one person: `jo@a.example` and `Jo+test@a.example` do. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);

interface Person {
  readonly id: string;
  readonly email: string;
}

/** Whether two accounts are one person's: the same one, or one with the same mailbox. */
export const isOnePerson = (one: Person, other: Person): boolean =>
  one.id === other.id || isSameMailbox(one.email, other.email);
