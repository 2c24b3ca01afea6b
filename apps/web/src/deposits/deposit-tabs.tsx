import { useNavigate } from "@tanstack/react-router";
import { trpc } from "../trpc.ts";
import { Segments } from "../ui/segments.tsx";

const TABS = [
  { value: "money", label: "Bank or card" },
  { value: "crypto", label: "Crypto" },
] as const;
type Tab = (typeof TABS)[number]["value"];

const PATHS = { money: "/dashboard/deposit-money", crypto: "/dashboard/deposit-money/crypto" } as const;

/** Money or coins; nothing where no coins can be brought in. */
export function DepositTabs({ tab }: { readonly tab: Tab }) {
  const navigate = useNavigate();
  const incoming = trpc.coins.incoming.useQuery();
  if (tab === "money" && (incoming.data?.coins.length ?? 0) === 0) return null;
  return (
    <Segments
      legend="What you deposit"
      name="deposit"
      options={TABS}
      value={tab}
      onChange={(next) => void navigate({ to: PATHS[next] })}
    />
  );
}
