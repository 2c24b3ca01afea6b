import type { Permission } from "@wattle/contracts/accounts";

/** Values of a choice of permissions; a list of two has four. */
export const PERMISSION_WORDS: readonly (readonly [string, string, readonly Permission[]])[] = [
  ["both", "Deposit and withdraw", ["deposit-money", "withdraw-money"]],
  ["deposit", "Deposit only", ["deposit-money"]],
  ["withdraw", "Withdraw only", ["withdraw-money"]],
  ["none", "Neither", []],
];

/** The choice that a customer has now; undefined for permissions of an earlier release. */
export const permissionChoiceOf = (permissions: readonly Permission[]) =>
  PERMISSION_WORDS.find(
    ([, , all]) => all.length === permissions.length && all.every((each) => permissions.includes(each)),
  );
