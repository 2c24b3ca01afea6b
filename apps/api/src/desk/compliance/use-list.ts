import type { AwaitingApproval } from "@wattle/contracts/approvals";
import { localDay } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import { listVersion, useListInput, type ListVersion } from "@wattle/contracts/lists";
import type { Reader } from "@wattle/db/database";
import {
  countScreened,
  findList,
  listUsedLists,
  useList as storeUse,
  usedListOf,
} from "@wattle/db/screening";
import type { ScreeningList } from "@wattle/db/tables";
import { isoTime } from "../../clock.ts";
import { keepList } from "../../compliance/keep-list.ts";
import type { GivenFile } from "../../screening/list-worker.ts";
import type { ReviewedAct, StaffCall } from "../approvals/act.ts";
import { propose } from "../approvals/propose.ts";

const versionOf = (row: ScreeningList): ListVersion => ({
  id: row.id,
  source: row.source,
  version: row.version,
  targets: Number(row.entries),
  imported_at: isoTime(row.imported_at),
  imported_by: row.imported_by,
  progress:
    row.screened_at === null
      ? { screened: Number(row.screened_total), customers: Number(row.customers_total) }
      : null,
});

/** The versions in use. */
export const readLists = async (reader: Reader): Promise<ListVersion[]> =>
  (await listUsedLists(reader)).map(versionOf);

/** @throws DomainError `not_found` */
async function readList(reader: Reader, id: string): Promise<ScreeningList> {
  const list = await findList(reader, id);
  if (list === undefined) throw new DomainError("not_found");
  return list;
}

/** Whether a version is older than the one in use: by the day of its file or, if it has none, of its import. */
function isOlder(list: ScreeningList, before: ScreeningList, timeZone: string): boolean {
  const dayOf = ({ dated, imported_at }: ScreeningList): string => dated ?? localDay(imported_at, timeZone);
  const [day, dayBefore] = [dayOf(list), dayOf(before)];
  return day === dayBefore ? list.imported_at < before.imported_at : day < dayBefore;
}

const reasonsFor = (list: ScreeningList, before: ScreeningList | undefined, timeZone: string): string[] =>
  before === undefined
    ? []
    : [
        ...(isOlder(list, before, timeZone)
          ? ["An older version than the one in use needs two people."]
          : []),
        ...(list.entries * 2n < before.entries
          ? ["It has less than half of the entries of the one in use."]
          : []),
      ];

const words = (list: ScreeningList | undefined): string =>
  list === undefined ? "None" : `${list.version}, ${list.entries} entries`;

/** Uses a version of a list. All customers are compared with what is new in it. The plan throws `not_found`, `state_conflict`. */
export const useList: ReviewedAct<typeof useListInput, typeof listVersion> = {
  title: "Use a version of a list",
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  input: useListInput,
  output: listVersion,
  plan: async (tx, { services }, { id }) => {
    const list = await readList(tx, id);
    const before = await usedListOf(tx, list.source);
    if (before?.id === id) throw new DomainError("state_conflict");
    const { source, version, entries } = list;
    return {
      subject: `the list ${source}`,
      once: id,
      details: { Source: source, Version: version, Entries: `${entries}`, "Imported by": list.imported_by },
      changes: [{ what: "Version in use", before: words(before), after: words(list) }],
      state: `version ${before?.id ?? "none"} is in use`,
      reasons: reasonsFor(list, before, services.config.TIME_ZONE),
      worth: null,
      log: { action: "list.used", subject: id, details: { source, version, entries: Number(entries) } },
      run: async () => {
        const customers = await countScreened(tx);
        const at = BigInt(services.clock.now());
        await storeUse(tx, id, { before, customers, at });
        return versionOf(await readList(tx, id));
      },
    };
  },
};

/**
 * Reads a list's file, and uses it if one person may do that.
 * @throws DomainError `validation_failed` at `content` with the reason
 */
export async function importList(
  ctx: StaffCall,
  file: GivenFile,
): Promise<AwaitingApproval | (ListVersion & { outcome: "done" })> {
  const id = await keepList(ctx.services, file, ctx.user.id);
  const answer = await propose(useList as never, "ops.lists.use", ctx, { id });
  return answer as AwaitingApproval | (ListVersion & { outcome: "done" });
}
