import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { coinWallet, etherWallet } from "../../api/src/testing/coin-wallet.ts";

/** A coin as journeys know it. Each journey of coins is made with every one. */
export interface Coin {
  readonly code: string;
  readonly network: "bitcoin" | "ethereum";
  readonly name: string;
  /** Kind of address that we give to customers. */
  readonly address: RegExp;
  readonly txid: RegExp;
  /** Blocks after which nothing changes any more. */
  readonly settled: number;
  readonly extension: string;
  readonly rateUnit: string;
  /** Far above what nodes advise. */
  readonly highRate: string;
  /** A wallet of customer@demo.test, to which coins can be sent. */
  readonly payee: { readonly label: string; readonly option: string };
  /** A stranger's wallet. */
  readonly wallet: { readonly address: string; readonly sign: (message: string) => string };
  /** Its address with a mistake. */
  readonly mistyped: string;
  /** A link that asks for an amount. */
  readonly amountLink: string;
  /** Set aside in a withdrawal, which arrives less the network fee. */
  readonly fee: { readonly credit: string; readonly arrives: string };
  /** Too small, and the least that is enough. */
  readonly least: { readonly below: string; readonly minimum: string };
}

const bitcoin = coinWallet("of a customer of journeys");
const ether = etherWallet("of a customer of journeys");

/** The address with one letter in the other case. */
const inOtherCase = (address: string): string =>
  address.replace(/[a-f](?=[^a-f]*$)/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

export const COINS: readonly Coin[] = [
  {
    code: "BTC",
    network: "bitcoin",
    name: "Bitcoin",
    address: /^bcrt1q[a-z0-9]{38}$/,
    txid: /[\da-f]{64}/,
    settled: 3,
    extension: "psbt",
    rateUnit: "sat/vB",
    highRate: "40",
    payee: { label: "My hardware wallet", option: "My hardware wallet (BTC, bcrt1q4y2…nw7g75)" },
    wallet: bitcoin,
    mistyped: `${bitcoin.address.slice(0, -1)}${bitcoin.address.endsWith("q") ? "p" : "q"}`,
    amountLink: `bitcoin:${bitcoin.address}?amount=0.1`,
    fee: { credit: "0.05000000", arrives: "0.04995000" },
    least: { below: "0.0005", minimum: "0.00055000" },
  },
  {
    code: "ETH",
    network: "ethereum",
    name: "Ethereum",
    address: /^0x[a-fA-F0-9]{40}$/,
    txid: /0x[\da-f]{64}/,
    settled: 2,
    extension: "json",
    rateUnit: "gwei",
    highRate: "40",
    payee: { label: "My wallet for ether", option: "My wallet for ether (ETH, 0x5290840…169EE7)" },
    wallet: ether,
    mistyped: inOtherCase(ether.address),
    amountLink: `ethereum:${ether.address}?value=1e17`,
    fee: { credit: "0.50000000", arrives: "0.49900000" },
    least: { below: "0.01", minimum: "0.01100000" },
  },
];

/** Does something at a play chain. @returns its answer */
export async function chain<Answer = unknown>(
  request: APIRequestContext,
  act: "send" | "mine" | "sign" | "fees",
  data: { readonly network: Coin["network"] } & Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const answer = await request.post(`/dev/chain/${act}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Answer;
}

/** Chooses a coin, where the first one is chosen at first. */
export async function chooseCoin(page: Page, { code, name }: Coin): Promise<void> {
  await page.getByLabel("Coin", { exact: true }).selectOption({ label: `${name} (${code})` });
}
