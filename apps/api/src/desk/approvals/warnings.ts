import { looksLike, looksOf } from "@wattle/contracts/name-scripts";
import { findPeople } from "@wattle/db/approvals";
import type { Reader } from "@wattle/db/database";
import { listByLooks, listShared, type Shared } from "@wattle/db/people-alike";
import type { User } from "@wattle/db/tables";
import type { ReviewedPlan } from "./act.ts";

type Named = Pick<User, "first_name" | "last_name">;

export const fullName = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`;

/** A warning for a second person in words, and whom it is about, by identifier, as the audit log has it. */
export interface Alike {
  readonly texts: readonly string[];
  readonly ids: readonly string[];
}

/** People who could be taken for the account that an act is about, or for those whom it pays. */
export async function alikeOf(
  reader: Reader,
  plan: Pick<ReviewedPlan<unknown>, "customer" | "payees">,
): Promise<Alike> {
  const about = plan.customer === undefined ? [] : await findPeople(reader, [plan.customer]);
  const names = [...new Set([...about.map(fullName), ...(plan.payees ?? [])])];
  const texts = new Set<string>();
  const ids = new Set<string>();
  for (const [place, name] of names.entries()) {
    for (const other of names.slice(place + 1).filter((each) => looksLike(name, each)))
      texts.add(`The names ${name} and ${other} look alike.`);
    for (const account of await listByLooks(reader, looksOf(name))) {
      if (account.id === plan.customer || !looksLike(name, fullName(account))) continue;
      texts.add(`${name} looks like ${fullName(account)}, ${account.email}.`);
      ids.add(account.id);
    }
  }
  return { texts: [...texts], ids: [...ids] };
}

const list = new Intl.ListFormat("en-AU");

/** Things that the reader shares with the one who asked, in words. @param firstName of the one who asked */
export const sharedText = (firstName: string, shared: readonly Shared[] = []): string[] =>
  shared.length === 0 ? [] : [`You and ${firstName} share a ${list.format(shared)}.`];

/** Things that two people share, by their identifiers. */
export async function sharedBy(reader: Reader, one: string, other: string): Promise<readonly Shared[]> {
  return (await listShared(reader, one, [other])).get(other) ?? [];
}
