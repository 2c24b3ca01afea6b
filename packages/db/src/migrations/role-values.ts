/** Values of `users.roles`: an account has one role of a customer, or any of the staff's. */
const CUSTOMERS = ["regular-user", "partner"];
const STAFF = ["support", "compliance", "finance", "admin"];

/** Every order of every choice of the words, none of them too. */
const choices = (words: readonly string[]): string[][] => [
  [],
  ...words.flatMap((word) => choices(words.filter((other) => other !== word)).map((rest) => [word, ...rest])),
];

const listed = (values: readonly (readonly string[])[]): string =>
  values.map((value) => `'${JSON.stringify(value)}'`).join(", ");

/** The values of customers, for a list in SQL. */
export const CUSTOMER_ROLES = listed(CUSTOMERS.map((role) => [role]));

export const OF_CUSTOMERS = `roles in (${CUSTOMER_ROLES})`;

/** Former staff have no roles: the account stays, because the log names it. */
export const KNOWN_ROLES = `roles in (${CUSTOMER_ROLES}, ${listed(choices(STAFF))})`;
