import type { Brand } from "@wattle/contracts/brand";
import { FACTS } from "../../coins/coin-network.ts";
import type { PlayDoor, ShownTransaction } from "./play-door.ts";
import { escaped } from "../../mail/mail-markup.ts";

interface ShownBlock {
  readonly height: number;
  readonly hash: string;
  readonly transactions: readonly ShownTransaction[];
}

interface ShownChain extends Pick<PlayDoor, "network" | "name" | "coin" | "firstRate" | "moreToSend"> {
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

const options = ["ok", "down", "reset", "behind", "lying"]
  .map((state) => `<option>${state}</option>`)
  .join("");

function forms({ network, coin, firstRate, moreToSend = "" }: ShownChain): string {
  const form = (act: string, button: string, fields: string): string =>
    `<form method="post" action="/dev/chain"><input type="hidden" name="act" value="${act}">
<input type="hidden" name="network" value="${network}">${fields}<button>${button}</button></form>`;
  const address = field("address", "Address", "", true) + field("amount", coin, "0.01");
  return [
    form("send", "Send coins", address + moreToSend),
    form("mine", "Mine blocks", field("blocks", "Blocks", "1")),
    form(
      "reorg",
      "Reorganise",
      field("depth", "Blocks", "1") + field("drop", "Drop this transaction (optional)", "", true),
    ),
    form("node", "Set the node", `<label>The node is <select name="state">${options}</select></label>`),
    form("fees", "Set the fee rate", field("rate", FACTS[network].rateUnit, firstRate)),
  ].join("\n");
}

const transaction = ({ txid, outputs }: ShownTransaction, coin: string): string =>
  `<li><code>${txid}</code><ul>${outputs
    .map(({ address, amount }) => `<li>${amount} ${coin} to <code>${address}</code></li>`)
    .join("")}</ul></li>`;

const block = ({ height, hash, transactions }: ShownBlock, coin: string): string =>
  `<details><summary>Block ${height}: ${transactions.length} transaction${transactions.length === 1 ? "" : "s"}</summary><p><code>${hash}</code></p>
<ul>${transactions.map((each) => transaction(each, coin)).join("")}</ul></details>`;

function section(chain: ShownChain): string {
  const waiting = chain.mempool.map((txid) => `<li><code>${txid}</code></li>`).join("");
  return `<section aria-labelledby="${chain.network}">
<h2 id="${chain.network}">${chain.name}</h2>
<p>A chain of this demo’s own. Its coins are worth nothing. It has ${chain.height + 1} blocks.</p>
${forms(chain)}
<h3>Waiting for a block</h3>
${waiting === "" ? "<p>No transactions</p>" : `<ul>${waiting}</ul>`}
<h3>Newest blocks</h3>
${chain.blocks.map((each) => block(each, chain.coin)).join("\n")}
</section>`;
}

/** The play chains as a page without scripts. @param problem why the last act was refused */
export function chainPage(
  { name }: Pick<Brand, "name">,
  chains: readonly ShownChain[],
  problem?: string,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Play chains – ${escaped(name)}</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1>Play chains</h1>
${problem === undefined ? "" : `<p role="alert"><strong>${escaped(problem)}</strong></p>`}
${chains.map(section).join("\n")}
</main></body>
</html>
`;
}
