import type { HedgedCurrency, VenueOrderRecord, VenueStatus } from "@wattle/contracts/hedging";
import { withoutSign } from "@wattle/exchange-core/decimal";
import { TRADE_SIDES } from "@wattle/contracts/choices";
import { useState } from "react";
import { newIdempotencyKey } from "../../money/idempotency-key.ts";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { NOTE } from "../parts/fields.ts";
import { signedText } from "../parts/signed-money.ts";

/** People write `1,000.00`. */
const plain = (typed = ""): string => typed.replaceAll(/[\s,]/g, "");

const MODES = [
  { value: "off", label: "Off" },
  { value: "dry", label: "Dry run, nothing is sent" },
  { value: "on", label: "On" },
] as const;

const modeOf = (on: HedgedCurrency["on"]): string => (on === "dry" ? on : on ? "on" : "off");
const onOf = (mode = ""): HedgedCurrency["on"] => (mode === "dry" ? mode : mode === "on");

interface CoinProps {
  readonly coin: HedgedCurrency;
  readonly home: string;
  readonly onClose: () => void;
}

/** Sets how a coin is hedged. */
export function SetPolicy({ coin: { currency, on, policy }, home, onClose }: CoinProps) {
  const inCoins = `In ${currency}`;
  return (
    <ActDrawer
      title={`Policy of ${currency}`}
      subject={currency}
      button="Set the policy"
      about={<p>Turning it on and looser limits need a second person. Off and dry runs don’t.</p>}
      fields={[
        { name: "on", label: "Policy", initial: modeOf(on), options: MODES },
        { name: "target", label: "Target", hint: inCoins, initial: policy?.target ?? "0" },
        { name: "band", label: "Band", hint: `${inCoins}, either way`, initial: policy?.band ?? "" },
        { name: "order_min", label: "Smallest order", hint: inCoins, initial: policy?.order_min ?? "" },
        { name: "order_max", label: "Largest order", hint: inCoins, initial: policy?.order_max ?? "" },
        {
          name: "max_slippage_bp",
          label: "Slippage at most",
          hint: "In hundredths of a percent",
          initial: String(policy?.max_slippage_bp ?? 30),
        },
        {
          name: "max_per_hour",
          label: "In an hour",
          hint: `In ${home}`,
          initial: policy?.max_per_hour ?? "",
        },
        { name: "max_per_day", label: "In a day", hint: `In ${home}`, initial: policy?.max_per_day ?? "" },
      ]}
      done={`Policy of ${currency} set`}
      call={({ on: mode, ...typed }) =>
        actCall("ops.hedging.setPolicy", {
          currency,
          on: onOf(mode),
          target: plain(typed["target"]),
          band: plain(typed["band"]),
          order_min: plain(typed["order_min"]),
          order_max: plain(typed["order_max"]),
          max_slippage_bp: plain(typed["max_slippage_bp"]),
          max_per_hour: plain(typed["max_per_hour"]),
          max_per_day: plain(typed["max_per_day"]),
        })
      }
      onClose={onClose}
    />
  );
}

const SIDE_WORDS = { buy: "Buy", sell: "Sell" } as const;

/** Orders by hand. */
export function PlaceOrder({ coin: { currency }, home, onClose }: CoinProps) {
  // The same however often it is sent: one order is placed.
  const [key] = useState(newIdempotencyKey);
  return (
    <ActDrawer
      title={`Place an order of ${currency}`}
      subject={`order ${currency}`}
      button="Place the order"
      about={<p>Beyond the policy’s limits, or while it isn’t on, it needs a second person.</p>}
      fields={[
        {
          name: "side",
          label: "Side",
          initial: "buy",
          options: TRADE_SIDES.map((value) => ({ value, label: SIDE_WORDS[value] })),
        },
        { name: "amount", label: "Amount", hint: `In ${currency}` },
        { name: "limit", label: "Limit", hint: `Price of one ${currency} in ${home}, or better` },
      ]}
      done="Order placed"
      call={({ side, amount, limit }) =>
        actCall("ops.hedging.place", {
          currency,
          side: side === "sell" ? "sell" : "buy",
          amount: plain(amount),
          limit: plain(limit),
          idempotency_key: key,
        })
      }
      onClose={onClose}
    />
  );
}

interface FeeProps {
  readonly venue: VenueStatus;
  readonly currency: string;
  readonly onClose: () => void;
}

/** Books the fee that the venue took for a withdrawal. */
export function BookFee({ venue: { difference }, currency, onClose }: FeeProps) {
  const missing = withoutSign(difference[currency] ?? "0");
  return (
    <ActDrawer
      title={`Fee of the venue in ${currency}`}
      subject={`fee ${currency}`}
      button="Book the fee"
      about={<p>First record the withdrawal itself on Arrivals or Bank. The fee is what is missing then.</p>}
      fields={[
        {
          name: "fee",
          label: "Fee",
          hint: `In ${currency}, at most ${signedText(missing)}`,
          initial: missing,
        },
        { name: "venue_reference", label: "Venue’s reference", hint: "Its name of the withdrawal" },
        NOTE,
      ]}
      done="Fee booked"
      call={({ fee, venue_reference = "", internal_note = "" }) =>
        actCall("ops.hedging.bookFee", { currency, fee: plain(fee), venue_reference, internal_note })
      }
      onClose={onClose}
    />
  );
}

interface OrderProps {
  readonly order: VenueOrderRecord;
  readonly onClose: () => void;
}

/** Cancels an open order. */
export function CancelOrder({ order: { id, side, amount, currency }, onClose }: OrderProps) {
  return (
    <ActDrawer
      title={`Cancel: ${SIDE_WORDS[side].toLowerCase()} ${signedText(amount, currency)}`}
      subject={id}
      button="Cancel the order"
      about={<p>The part that is filled stays.</p>}
      done="Order cancelled"
      call={() => actCall("ops.hedging.cancel", { id })}
      onClose={onClose}
    />
  );
}

/** Says what became of an order of which no answer came. */
export function ResolveOrder({ order, onClose }: OrderProps) {
  const { id, side, amount, currency, in: money, client_id: name } = order;
  const optional = (label: string, field: string) => ({ name: field, label, optional: true });
  const given = (field: string, typed: string | undefined) =>
    plain(typed) === "" ? {} : { [field]: plain(typed) };
  return (
    <ActDrawer
      title={`${SIDE_WORDS[side]} ${signedText(amount, currency)}: no answer came`}
      subject={id}
      button="Resolve the order"
      about={<p>Look for {name} at the venue’s own page first.</p>}
      fields={[
        {
          name: "outcome",
          label: "Outcome",
          options: [
            { value: "", label: "Choose" },
            { value: "not_placed", label: "It wasn’t placed" },
            { value: "filled", label: "It was filled" },
          ],
        },
        { name: "venue_reference", label: "Venue’s reference", hint: "Its name there, or where you looked" },
        optional(`Filled, in ${currency}`, "filled"),
        optional(`Cost, in ${money}`, "cost"),
        optional(`Fee, in ${money}`, "fee"),
        NOTE,
      ]}
      done="Order resolved"
      call={({ outcome, venue_reference = "", internal_note = "", filled, cost, fee }) =>
        actCall("ops.hedging.resolve", {
          id,
          outcome: outcome === "filled" ? "filled" : "not_placed",
          venue_reference,
          internal_note,
          ...given("filled", filled),
          ...given("cost", cost),
          ...given("fee", fee),
        })
      }
      onClose={onClose}
    />
  );
}
