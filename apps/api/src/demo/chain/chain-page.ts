import type { Brand } from "@wattle/contracts/brand";
import { escaped } from "../../mail/mail-markup.ts";

interface ShownBlock {
  readonly height: number;
  readonly hash: string;
  readonly transactions: readonly {
    readonly txid: string;
    readonly outputs: readonly { readonly address: string; readonly amount: string }[];
  }[];
}

interface ShownChain {
  readonly height: number;
  readonly mempool: readonly string[];
  readonly blocks: readonly ShownBlock[];
}

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 0 auto; padding: 24px 16px; font: 17px/1.5 system-ui, sans-serif; }
form { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end; margin: 16px 0; }
label { display: grid; }
input, select, button { min-height: 44px; padding: 4px 12px; font: inherit; }
.wide { flex: 1 1 20rem; }
code { overflow-wrap: anywhere; }
`;

const field = (name: string, label: string, value: string, wide = false): string =>
  `<label${wide ? ' class="wide"' : ""}>${label} <input name="${name}" value="${value}"></label>`;

const form = (act: string, button: string, fields: string): string =>
  `<form method="post" action="/dev/chain"><input type="hidden" name="act" value="${act}">
<input type="hidden" name="network" value="bitcoin">${fields}<button>${button}</button></form>`;

const options = ["ok", "down", "reset", "behind", "lying"]
  .map((state) => `<option>${state}</option>`)
  .join("");

const FORMS = [
  form("send", "Send coins", field("address", "Address", "", true) + field("amount", "BTC", "0.01")),
  form("mine", "Mine blocks", field("blocks", "Blocks", "1")),
  form(
    "reorg",
    "Reorganise",
    field("depth", "Blocks", "1") + field("drop", "Drop this transaction (optional)", "", true),
  ),
  form("node", "Set the node", `<label>The node is <select name="state">${options}</select></label>`),
  form("fees", "Set the fee rate", field("rate", "sat/vB", "5")),
].join("\n");

const transaction = ({ txid, outputs }: ShownBlock["transactions"][number]): string =>
  `<li><code>${txid}</code><ul>${outputs
    .map(({ address, amount }) => `<li>${amount} BTC to <code>${address}</code></li>`)
    .join("")}</ul></li>`;

const block = ({ height, hash, transactions }: ShownBlock): string =>
  `<details><summary>Block ${height}: ${transactions.length - 1} payments</summary><p><code>${hash}</code></p>
<ul>${transactions.map(transaction).join("")}</ul></details>`;

/** The play chain as a page without scripts. @param problem why the last act was refused */
export function chainPage({ name }: Pick<Brand, "name">, chain: ShownChain, problem?: string): string {
  const waiting = chain.mempool.map((txid) => `<li><code>${txid}</code></li>`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Play chain – ${escaped(name)}</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1>Play chain</h1>
<p>A Bitcoin chain of this demo’s own. Its coins are worth nothing. It has ${chain.height + 1} blocks.</p>
${problem === undefined ? "" : `<p role="alert"><strong>${escaped(problem)}</strong></p>`}
${FORMS}
<h2>Waiting for a block</h2>
${waiting === "" ? "<p>No transactions</p>" : `<ul>${waiting}</ul>`}
<h2>Newest blocks</h2>
${chain.blocks.map(block).join("\n")}
</main></body>
</html>
`;
}
