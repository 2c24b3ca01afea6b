import type { CoinNetwork, CoinWallet } from "@wattle/contracts/coin-operations";
import { resumedNetwork, resumeNetworkInput } from "@wattle/contracts/coin-operations";
import { DomainError } from "@wattle/contracts/errors";
import { NETWORKS, type Network } from "@wattle/contracts/networks";
import { chainBlocksBetween, changeChainState, findChainState, newestChainBlock } from "@wattle/db/chains";
import { exactBase, walletTotals } from "../../coins/wallet-totals.ts";
import { listWallets } from "@wattle/db/coin-wallets";
import type { Reader } from "@wattle/db/database";
import type { ChainBlock, ChainState, WalletRow } from "@wattle/db/tables";
import { amountText } from "../../amount-text.ts";
import { heightOf } from "../../chains/followed.ts";
import { FACTS } from "../../coins/coin-network.ts";
import type { NetworkServices } from "../../coins/network-facts.ts";
import { openWallet, WalletChanged, type WalletServices } from "../../coins/wallets.ts";
import type { Services } from "../../services.ts";
import type { ReviewedAct } from "../approvals/act.ts";

const stateOf = (
  services: NetworkServices,
  network: Network,
  state: ChainState | undefined,
): CoinNetwork["state"] => {
  if (!FACTS[network].isFollowed(services) || state === undefined) return "off";
  return state.paused_because === null ? state.state : "paused";
};

const blockOf = (row: ChainBlock | undefined) =>
  row === undefined ? null : { height: heightOf(row.height), hash: row.hash };

/** A wallet as staff see it. The keys of one that was changed show nothing of it. */
function walletOf(services: WalletServices, row: WalletRow): CoinWallet {
  const next_index = heightOf(row.next_index);
  try {
    return { id: row.id, role: row.role, descriptor: openWallet(services, row).descriptor, next_index };
  } catch (error) {
    if (!(error instanceof WalletChanged)) throw error;
    return { id: row.id, role: row.role, descriptor: "", next_index };
  }
}

async function readNetwork(services: WalletServices, reader: Reader, network: Network): Promise<CoinNetwork> {
  const state = await findChainState(reader, network);
  const rows = await listWallets(reader, network);
  const height = state?.settled_height ?? -1n;
  const [settled] = await chainBlocksBetween(reader, network, height, height);
  const currencies: CoinNetwork["currencies"] = [];
  for (const currency of new Set(rows.map((row) => row.currency))) {
    const { chain, books, difference } = await walletTotals(reader, { network, currency }, height);
    currencies.push({
      currency,
      chain: amountText(chain, currency),
      books: amountText(books, currency),
      difference: exactBase(difference, network, currency),
    });
  }
  return {
    network,
    state: stateOf(services, network, state),
    paused_because: state?.paused_because ?? null,
    trouble: state?.trouble ?? null,
    tip: blockOf(await newestChainBlock(reader, network)),
    settled: blockOf(settled),
    wallets: rows.map((row) => walletOf(services, row)),
    currencies,
  };
}

/** Every network with its wallets, and its chain against the books. */
export async function listNetworks(
  services: WalletServices & Pick<Services, "database">,
): Promise<{ networks: CoinNetwork[] }> {
  const networks: CoinNetwork[] = [];
  for (const network of NETWORKS) networks.push(await readNetwork(services, services.database.read, network));
  return { networks };
}

/** Resumes a network that paused itself. The plan throws `state_conflict` if it is not paused. */
export const resumeNetwork: ReviewedAct<typeof resumeNetworkInput, typeof resumedNetwork> = {
  title: "Resume a network",
  roles: ["finance"],
  confirmed: true,
  errors: ["state_conflict"],
  input: resumeNetworkInput,
  output: resumedNetwork,
  plan: async (tx, { services }, { network, internal_note }) => {
    const state = await findChainState(tx, network);
    const reason = state?.paused_because ?? null;
    if (state === undefined || reason === null) throw new DomainError("state_conflict");
    return {
      subject: `the network ${network}`,
      details: { "Paused because": reason, "Internal note": internal_note },
      changes: [{ what: `Network ${network}`, before: "Paused", after: "On" }],
      state: `it is paused: ${reason}`,
      reasons: ["A network that paused itself needs two people to go on."],
      worth: null,
      log: { action: "network.resumed", subject: network, details: { reason, internal_note } },
      run: async () => {
        await changeChainState(tx, network, { paused_because: null });
        return { network, state: stateOf(services, network, { ...state, paused_because: null }) };
      },
    };
  },
};
