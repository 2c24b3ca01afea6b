import { DomainError } from "@wattle/contracts/errors";
import {
  hedgingPolicy,
  setPolicyInput,
  type HedgingMode,
  type HedgingPolicy,
  type SetPolicyInput,
} from "@wattle/contracts/hedging";
import { currencyOf } from "@wattle/contracts/markets";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockHedgingPolicy, saveHedgingPolicy } from "@wattle/db/hedging";
import type { HedgingPolicyRow } from "@wattle/db/tables";
import { parseAmount } from "@wattle/exchange-core/amount";
import { amountText } from "../../amount-text.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";

type Sizes = Omit<HedgingPolicyRow, "currency" | "mode" | "reason" | "failing_since" | "set_by" | "set_at">;

export const onOf = (mode: HedgingPolicyRow["mode"]): HedgingMode => (mode === "dry" ? mode : mode === "on");

const modeOf = (on: HedgingMode): HedgingPolicyRow["mode"] => {
  if (on === "dry") return "dry";
  return on ? "on" : "off";
};

export const policyOfRow = (row: HedgingPolicyRow, home: string): HedgingPolicy => ({
  currency: row.currency,
  on: onOf(row.mode),
  target: amountText(row.target, row.currency),
  band: amountText(row.band, row.currency),
  order_min: amountText(row.order_min, row.currency),
  order_max: amountText(row.order_max, row.currency),
  max_slippage_bp: Number(row.max_slippage_bp),
  max_per_hour: amountText(row.max_per_hour, home),
  max_per_day: amountText(row.max_per_day, home),
});

/** @throws DomainError at the field that is no amount of its currency, or does not go with another one */
function sizesOf(home: string, input: SetPolicyInput): Sizes {
  const unitsOf = (field: keyof Sizes & keyof SetPolicyInput, code: string): bigint => {
    const currency = currencyOf(code);
    const parsed = currency && parseAmount(String(input[field]), currency);
    if (parsed?.ok !== true) throw DomainError.at(field, "validation_failed");
    return parsed.amount;
  };
  const sizes = {
    target: unitsOf("target", input.currency),
    band: unitsOf("band", input.currency),
    order_min: unitsOf("order_min", input.currency),
    order_max: unitsOf("order_max", input.currency),
    max_slippage_bp: BigInt(input.max_slippage_bp),
    max_per_hour: unitsOf("max_per_hour", home),
    max_per_day: unitsOf("max_per_day", home),
  };
  if (sizes.order_min === 0n)
    throw DomainError.at("order_min", "validation_failed", OWN_MESSAGES.notAboveZero);
  if (sizes.order_min > sizes.order_max)
    throw DomainError.at("order_max", "validation_failed", OWN_MESSAGES.orderMaximum);
  return sizes;
}

const LIMITS = ["band", "order_max", "max_slippage_bp", "max_per_hour", "max_per_day"] as const;

/** Why one person is not enough. Nothing is sent by a policy that is off or dry, so that one person may set it. */
function reasonsOf(before: HedgingPolicyRow | undefined, after: Sizes, on: HedgingMode): string[] {
  if (on !== true) return [];
  if (before?.mode !== "on") return ["Turning on the house’s trading needs two people."];
  const isLooser = LIMITS.some((limit) => after[limit] > before[limit]) || after.target !== before.target;
  return isLooser ? ["A looser policy needs two people."] : [];
}

const ON_WORDS = { off: "Off", dry: "Dry run", on: "On" } as const;

function changesOf(home: string, before: HedgingPolicyRow | undefined, after: HedgingPolicyRow) {
  const coins = (units: bigint): string => `${amountText(units, after.currency)} ${after.currency}`;
  const money = (units: bigint): string => `${amountText(units, home)} ${home}`;
  const words: ReadonlyArray<readonly [what: string, of: (row: HedgingPolicyRow) => string]> = [
    ["Policy", ({ mode }) => ON_WORDS[mode]],
    ["Target", ({ target }) => coins(target)],
    ["Band", ({ band }) => coins(band)],
    ["Smallest order", ({ order_min }) => coins(order_min)],
    ["Largest order", ({ order_max }) => coins(order_max)],
    ["Slippage at most", ({ max_slippage_bp }) => `${max_slippage_bp} bp`],
    ["In an hour", ({ max_per_hour }) => money(max_per_hour)],
    ["In a day", ({ max_per_day }) => money(max_per_day)],
  ];
  return words
    .map(([what, of]) => ({ what, before: before === undefined ? "None" : of(before), after: of(after) }))
    .filter(({ before: was, after: becomes }) => was !== becomes);
}

const requireVenue = ({ venue }: ActServices, on: HedgingMode): void => {
  if (on !== false && venue === undefined)
    throw DomainError.at("on", "validation_failed", OWN_MESSAGES.noVenue);
};

/** Sets how the house trades a coin. The plan throws `validation_failed` at a field. */
export const setPolicy: ReviewedAct<typeof setPolicyInput, typeof hedgingPolicy> = {
  title: "Set a hedging policy",
  roles: ["finance"],
  input: setPolicyInput,
  output: hedgingPolicy,
  plan: async (tx, { services, operator }, input) => {
    requireVenue(services, input.on);
    const home = services.config.brand.markets.homeCurrency;
    const { currency } = input;
    const before = await lockHedgingPolicy(tx, currency);
    const sizes = sizesOf(home, input);
    const row: HedgingPolicyRow = {
      currency,
      mode: modeOf(input.on),
      ...sizes,
      reason: null,
      failing_since: null,
      set_by: operator.id,
      set_at: BigInt(services.clock.now()),
    };
    const changes = changesOf(home, before, row);
    return {
      subject: `the hedging policy of ${currency}`,
      details: { Coin: currency },
      changes,
      state: before === undefined ? "there is none" : JSON.stringify(policyOfRow(before, home)),
      reasons: reasonsOf(before, sizes, input.on),
      worth: null,
      log: {
        action: "hedging.policy_set",
        subject: currency,
        details: {
          from: before === undefined ? null : policyOfRow(before, home),
          to: policyOfRow(row, home),
        },
      },
      run: async () => {
        await saveHedgingPolicy(tx, row);
        return policyOfRow(row, home);
      },
    };
  },
};
