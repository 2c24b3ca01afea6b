import { keepPreviousData } from "@tanstack/react-query";
import type { BankLineStatus } from "@wattle/contracts/bank-lines";
import { BANK_LINE_STATUSES } from "@wattle/contracts/choices";
import { useEffect } from "react";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { BankLineRecord } from "../parts/answers.ts";
import { useShownState } from "../parts/state-filter.tsx";
import { useWaiting } from "../approvals/use-waiting.ts";
import { groupOf, groupOrder } from "../parts/line-words.ts";

const MOST = 200;

/** Rows of the list: waiting lines, or those of one state. */
export const SHOWN_STATES = ["open", ...BANK_LINE_STATUSES] as const;

/** Lines of an account in one state, in pages. @param whole all pages are read */
function usePages(
  account: string,
  more: Readonly<{ status?: BankLineStatus | undefined; text?: string | undefined }>,
  { enabled, whole }: { readonly enabled: boolean; readonly whole: boolean },
) {
  const pages = trpc.ops.bankLines.list.useInfiniteQuery(
    {
      deposit_account_id: account,
      limit: MOST,
      ...(more.status !== undefined && { status: more.status }),
      ...(more.text !== undefined && { text: more.text }),
    },
    {
      enabled: enabled && account !== "",
      getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
      placeholderData: keepPreviousData,
      ...SHOWN_IN_PLACE,
    },
  );
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  useEffect(() => {
    // One that is not enabled may show another's pages, which reads them itself.
    if (enabled && whole && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [enabled, whole, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    ...pages,
    rows: pages.data?.pages.flatMap(({ data }) => data),
    isWhole: pages.data !== undefined && !pages.isPlaceholderData && !hasNextPage,
    more: hasNextPage && (!whole || isFetchNextPageError) ? () => void fetchNextPage() : undefined,
  };
}

/** Every line with a proposal, and the list that is asked for, with what comes first where the day's work is. */
export function useLines(account: string, text: string | undefined) {
  const shown = useShownState(SHOWN_STATES);
  const waiting = useWaiting("ops.bankLines.credit");
  const proposed = usePages(account, { status: "proposed" }, { enabled: true, whole: true });
  const isWork = shown === "open";
  const status = isWork ? "unmatched" : shown === "all" ? undefined : shown;
  const wanted = usePages(account, { status, text }, { enabled: true, whole: false });
  // A search looks through both: the server knows one state at a time.
  const found = usePages(
    account,
    { status: "proposed", text },
    { enabled: isWork && text !== undefined, whole: true },
  );
  const first = isWork ? (text === undefined ? proposed : found) : undefined;
  const rows =
    wanted.rows === undefined || (first !== undefined && first.rows === undefined)
      ? undefined
      : [...(first?.rows ?? []), ...wanted.rows];
  const isRead = wanted.isWhole && (first?.isWhole ?? true);
  const groupOfLine = (line: BankLineRecord) => groupOf(line, waiting?.has(line.id) === true);
  const sorted = rows?.toSorted((a, b) => groupOrder(groupOfLine(a)) - groupOrder(groupOfLine(b)));
  return {
    shown,
    waiting,
    proposed: proposed.rows ?? [],
    groupOf: groupOfLine,
    rows: sorted ?? [],
    query: {
      data: sorted,
      isError: wanted.isError || (first?.isError ?? false),
      isPlaceholderData: wanted.isPlaceholderData || (first?.isPlaceholderData ?? false),
      refetch: () => Promise.all([wanted.refetch(), proposed.refetch()]),
    },
    /** Whether the rows are all that are asked for. */
    isRead,
    /** Whether they are all that wait. */
    isWhole: isWork && text === undefined && isRead,
    more: first?.more ?? wanted.more,
  };
}
