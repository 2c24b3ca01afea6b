import { trpc } from "../trpc.ts";
import { SegmentLinks } from "../ui/segments.tsx";

const PAGES = [
  { to: "/dashboard/withdraw-money", label: "To a bank" },
  { to: "/dashboard/withdraw-money/wallet", label: "To a wallet" },
] as const;

/** Money or coins; nothing if no coins can be sent. */
export function WithdrawTabs() {
  const outgoing = trpc.coins.outgoing.useQuery();
  if ((outgoing.data?.coins.length ?? 0) === 0) return null;
  return <SegmentLinks label="Where it goes" pages={PAGES} />;
}
