import { trpc } from "../trpc.ts";
import { SegmentLinks } from "../ui/segments.tsx";

const PAGES = [
  { to: "/dashboard/deposit-money", label: "Bank or card" },
  { to: "/dashboard/deposit-money/crypto", label: "Crypto" },
] as const;

/** Money or coins; nothing if no coins can be brought in. */
export function DepositTabs() {
  const incoming = trpc.coins.incoming.useQuery();
  if ((incoming.data?.coins.length ?? 0) === 0) return null;
  return <SegmentLinks label="What you deposit" pages={PAGES} />;
}
