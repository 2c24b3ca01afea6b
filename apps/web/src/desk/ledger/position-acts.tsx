import { TRADE_SIDES } from "@wattle/contracts/choices";
import type { PositionRow } from "@wattle/contracts/position";
import { useState } from "react";
import { useBrand } from "../../brand/brand.tsx";
import { newIdempotencyKey } from "../../money/idempotency-key.ts";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";

const SIDE_WORDS = { buy: "We bought", sell: "We sold" } as const;
/** People write `1,000.00`. */
const plain = (typed: string | undefined): string => (typed ?? "").replaceAll(/[\s,]/g, "");

interface RecordTradeProps {
  readonly coins: readonly string[];
  /** The one that is looked at. */
  readonly coin: string | undefined;
  readonly onClose: () => void;
}

/** Keeps a trade with a venue. */
export function RecordTrade({ coins, coin, onClose }: RecordTradeProps) {
  const { homeCurrency } = useBrand().markets;
  // The same however often it is sent: it is kept once.
  const [key] = useState(newIdempotencyKey);
  return (
    <ActDrawer
      title="Record a trade with a venue"
      subject={coin ?? "trade"}
      button="Record the trade"
      about={<p>The books change too: coins in or out of the inventory, money at the venue.</p>}
      fields={[
        {
          name: "side",
          label: "Side",
          initial: "buy",
          options: TRADE_SIDES.map((value) => ({ value, label: SIDE_WORDS[value] })),
        },
        {
          name: "currency",
          label: "Coin",
          initial: coin ?? coins[0] ?? "",
          options: coins.map((value) => ({ value, label: value })),
        },
        { name: "amount", label: "Amount", hint: "In coins, like 0.25" },
        { name: "price", label: "Price of one coin" },
        { name: "in", label: "Paid in", initial: homeCurrency },
        { name: "venue", label: "Venue" },
        { name: "note", label: "Note", lines: true, optional: true },
      ]}
      done="Trade recorded"
      call={({ side, currency = "", amount, price, in: money = "", venue = "", note = "" }) =>
        actCall("ops.position.recordTrade", {
          side: side === "sell" ? "sell" : "buy",
          currency,
          amount: plain(amount),
          price: plain(price),
          in: money.trim().toUpperCase(),
          venue,
          ...(note.trim() !== "" && { note }),
          idempotency_key: key,
        })
      }
      onClose={onClose}
    />
  );
}

/** Sets how far a coin may be off. */
export function SetLimits({ row, onClose }: { readonly row: PositionRow; readonly onClose: () => void }) {
  const { currency, soft_limit: soft, hard_limit: hard } = row;
  const wanted = (typed: string | undefined): string | null => plain(typed) || null;
  return (
    <ActDrawer
      title={`Limits of ${currency}`}
      button="Set the limits"
      about={
        <p>
          Above the soft limit, staff are warned. Above the hard limit, customers can’t make exchanges that
          increase it. Leave a limit empty for none.
        </p>
      }
      fields={[
        {
          name: "soft",
          label: "Soft limit",
          hint: `In ${currency}, either way`,
          optional: true,
          initial: soft ?? "",
        },
        {
          name: "hard",
          label: "Hard limit",
          hint: `In ${currency}, either way`,
          optional: true,
          initial: hard ?? "",
        },
      ]}
      subject={currency}
      done={`Limits of ${currency} set`}
      call={(values) =>
        actCall("ops.position.setLimits", {
          currency,
          soft: wanted(values["soft"]),
          hard: wanted(values["hard"]),
        })
      }
      onClose={onClose}
    />
  );
}
