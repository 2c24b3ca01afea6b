import { displayAmount } from "@wattle/exchange-core/display";
import { toAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import type { Brand } from "@wattle/contracts/brand";
import { SETTLED_ONRAMP_STATUSES } from "@wattle/contracts/choices";
import type { OnrampOrderRow } from "@wattle/db/tables";
import { SANDBOX_FEE_PERCENT } from "../onramp-providers/sandbox.ts";
import { SCENES, type SceneName } from "../onramp-providers/sandbox-scenes.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const amountFigure = (units: bigint, code: string): string => {
  const currency = currencyOf(code);
  return currency === undefined ? code : `${displayAmount(toAmount(units, currency), currency)} ${code}`;
};

/** The look of the product's own tokens, by hand: the page plays someone else's and loads nothing of ours. */
const STYLE = `
:root { color-scheme: light dark; --canvas: #f3f6f5; --surface: #fff; --ink: #10201f; --muted: #465654;
  --line: #d3dcda; --control: #73817f; --brand: #0e4a5a; --on-brand: #fff; --accent: #f2a93b; --warn: #855000; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0d1517; --surface: #141f22; --ink: #eef2ef; --muted: #a9b7b6;
  --line: #2c3c41; --control: #6c848b; --brand: #8ed3dd; --on-brand: #06262d; --accent: #f5b94f; --warn: #f5b94f; } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; padding: 24px 16px; background: var(--canvas); color: var(--ink);
  font: 17px/1.5 "Instrument Sans Variable", system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 24px; border-radius: 10px; background: var(--surface);
  border: 1px solid var(--line); }
.sign { display: inline-block; padding: 4px 12px; border: 1px solid currentColor; border-radius: 6px; color: var(--warn);
  font-size: 15px; font-weight: 600; }
h1 { margin: 16px 0 4px; font-size: 24px; line-height: 1.2; }
p { color: var(--muted); font-size: 15px; }
dl { margin: 16px 0; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; padding: 8px 0;
  border-bottom: 1px solid var(--line); }
dt { color: var(--muted); }
dd { font-weight: 600; font-variant-numeric: tabular-nums; }
form { display: grid; gap: 12px; margin-top: 16px; }
button { width: 100%; min-height: 48px; padding: 8px 16px; border: 1px solid var(--control); border-radius: 6px;
  background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
button span { display: block; color: var(--muted); font-size: 15px; }
button.first { border-color: var(--accent); background: var(--accent); color: #10201f; font-weight: 600; text-align: center; }
button:hover { border-color: var(--ink); }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; box-shadow: 0 0 0 4px var(--canvas); }
h2 { margin-top: 24px; font-size: 17px; }
a { color: var(--brand); }
`;

const WORDS: Readonly<Record<OnrampOrderRow["status"], string>> = {
  created: "Not paid yet",
  pending: "Payment under way",
  completed: "Paid",
  failed: "Declined",
  cancelled: "Cancelled",
  expired: "Expired",
  refunded: "Refunded",
  review: "Under review",
};

function button(name: SceneName, first: boolean): string {
  const { label, about } = SCENES[name];
  return first
    ? `<button class="first" name="scene" value="${name}">${escaped(label)}</button>`
    : `<button name="scene" value="${name}">${escaped(label)} <span>${escaped(about)}</span></button>`;
}

/** The sandbox's checkout as a page. @param back where its link leads */
export function sandboxPage(brand: Brand, order: OnrampOrderRow, back: string): string {
  const open = !SETTLED_ONRAMP_STATUSES.has(order.status) && order.status !== "review";
  const names = (Object.keys(SCENES) as SceneName[]).filter((name) =>
    name === "refund" ? order.status === "completed" : open,
  );
  const paid = amountFigure(order.fiat_amount, order.fiat_currency);
  const facts: readonly (readonly [string, string])[] = [
    ["You pay", paid],
    ["Sandbox fee, included", `${SANDBOX_FEE_PERCENT}%`],
    ["You get", amountFigure(order.crypto_amount ?? order.quoted_amount ?? 0n, order.crypto_currency)],
    ["Status", WORDS[order.status]],
  ];
  const [first, ...others] = names;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox checkout — ${escaped(brand.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="sign">Sandbox: no money moves</p>
<h1>${open ? `Pay ${escaped(paid)}` : escaped(WORDS[order.status])}</h1>
<p>This page stands for a payment provider's checkout. Choose what shall happen; ${escaped(brand.name)} gets signed messages, as from a real one.</p>
<dl>${facts.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`).join("")}</dl>
${
  first === undefined
    ? ""
    : `<form method="post">${button(first, open)}${
        others.length > 0
          ? `<h2>Or try what can go wrong</h2>${others.map((name) => button(name, false)).join("")}`
          : ""
      }</form>`
}
<p style="margin-top:24px"><a href="${escaped(back)}">Back to ${escaped(brand.name)}</a></p>
</main>
</body>
</html>
`;
}
