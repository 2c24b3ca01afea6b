import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { ErrorBody } from "@wattle/contracts/errors";
import { watchScript } from "@wattle/db/chains";
import { DIALECTS } from "@wattle/db/testing/databases";
import { everythingStored } from "@wattle/db/testing/everything";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailTime } from "../mail/mail-time.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { coinWallet, etherWallet } from "../testing/coin-wallet.ts";
import { ageSessions, mailsTo } from "../testing/visitor.ts";

const EMAIL = "customer@demo.test";
const PATH = "/api/users/coin-payees";
const DAY = 24 * 60 * 60_000;
const ELSEWHERE = "This address is for another network.";
const MISTYPED = "The address is mistyped. Copy it again.";
const NO_AMOUNT = "Enter only the address, not an amount.";
const NO_LINK = "Enter only the address, not a link.";
const NONE = "Check the address and its network.";

const BTC = coinWallet("mine");
const ETH = etherWallet("mine");

/** Cases that differ from network to network. */
const COINS = {
  BTC: {
    network: "bitcoin",
    wallet: coinWallet,
    link: `BITCOIN:${BTC.address}?label=${"x".repeat(400)}`,
    kinds: [
      ["P2TR", "bcrt1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqvg32hk"],
      ["P2SH", "2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm"],
    ],
    written: [["in capitals", BTC.address.toUpperCase()]],
    invalid: [
      ["of the main network", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", ELSEWHERE],
      [
        "with a wrong checksum",
        `${BTC.address.slice(0, -1)}${BTC.address.endsWith("q") ? "p" : "q"}`,
        MISTYPED,
      ],
      [
        "in mixed case",
        `${BTC.address.slice(0, -4)}${BTC.address.slice(-4).toUpperCase()}`,
        "The address mixes upper and lower case.",
      ],
      ["in a link with an amount", `bitcoin:${BTC.address}?label=Ada&amount=0.1`, NO_AMOUNT],
      ["in a link with an unreadable amount", `bitcoin:${BTC.address}?amount=1e-8`, NO_LINK],
      ["in a link that asks for more", `bitcoin:${BTC.address}?req-until=1`, NO_LINK],
      ["of the main network in a link", "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", ELSEWHERE],
      ["in another coin's link", `ethereum:${BTC.address}`, NONE],
      ["of another coin", ETH.address, NONE],
      ["that is none", "somewhere", NONE],
    ],
  },
  ETH: {
    network: "ethereum",
    wallet: etherWallet,
    link: `ETHEREUM:${ETH.script}@31337?gas=${"2".repeat(400)}`,
    kinds: [["contracts have as well", "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D"]],
    written: [
      ["in small letters", ETH.script],
      ["in capitals", `0x${ETH.script.slice(2).toUpperCase()}`],
    ],
    invalid: [
      ["with a wrong checksum (EIP-55)", misspelt(ETH.address), MISTYPED],
      ["with a digit too few", ETH.address.slice(0, -1), NONE],
      ["that no one has the key of", `0x${"0".repeat(40)}`, "Coins sent there would be lost."],
      ["of another chain", `ethereum:${ETH.address}@1`, ELSEWHERE],
      ["in a link with an amount", `ethereum:${ETH.address}@31337?value=1e18`, NO_AMOUNT],
      ["in a link with an unreadable amount", `ethereum:${ETH.address}@31337?value=0.5`, NO_LINK],
      ["in a link that pays a token", `ethereum:${ETH.address}@31337/transfer?uint256=1`, NO_LINK],
      ["in another coin's link", `bitcoin:${ETH.address}`, NONE],
      ["of another coin", BTC.address, NONE],
      ["that is a name", "vitalik.eth", NONE],
    ],
  },
} as const;

/** The same address with a letter in the wrong case. */
function misspelt(address: string): string {
  const at = address.search(/[a-f](?=[^a-fA-F]*$)/);
  return `${address.slice(0, at)}${address.charAt(at).toUpperCase()}${address.slice(at + 1)}`;
}

const CASES = DIALECTS.flatMap((dialect) =>
  (["BTC", "ETH"] as const).map((currency) => ({ dialect, currency })),
);

describe.each(CASES)("payees for $currency on $dialect", ({ dialect, currency }) => {
  const { network, wallet, link, kinds, written, invalid } = COINS[currency];
  const MINE = wallet("mine");
  const INPUT = {
    currency,
    address: MINE.address,
    label: "My wallet",
    whose: "mine",
    wallet: "self_hosted",
  };
  let app: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect, confirms: false });
    customer = app.client();
    await customer.login(EMAIL);
  });
  afterAll(() => app.close());

  const post = (input: object, client = customer) =>
    client.post<{ data: CoinPayee } & ErrorBody>(PATH, input);
  const add = async (changes: object = {}): Promise<CoinPayee> => {
    const { status, body, text } = await post({ ...INPUT, ...changes });
    expect(status, text).toBe(201);
    return body.data;
  };
  const list = async (client = customer) => (await client.get<{ data: CoinPayee[] }>(PATH)).body.data;
  const prove = ({ id }: Pick<CoinPayee, "id">, signature: string, client = customer) =>
    client.post<{ data: CoinPayee } & ErrorBody>(`${PATH}/${id}/proof`, { signature });
  const newest = async () => (await mailsTo(app, EMAIL))[0];

  test("one is added, on hold for 24 hours, listed, emailed and removed", async () => {
    const payee = await add({ holder_name: "Not asked for", provider_name: "Nor this" });
    const available_at = new Date(app.clock.now() + DAY).toISOString();
    expect(payee).toEqual({
      ...INPUT,
      id: payee.id,
      network,
      holder_name: null,
      provider_name: null,
      available_at,
      proof_message: `I control ${MINE.address} and use it with Wattle. Payee ${payee.id}`,
    });
    expect(await list()).toEqual([payee]);
    const mail = await newest();
    expect(mail?.subject).toBe("Payee added");
    expect(mail?.text).toContain(`My wallet, ${MINE.address.slice(0, 8)}…${MINE.address.slice(-6)}.`);
    expect(mail?.text).toContain(mailTime(BigInt(Date.parse(available_at)), "Australia/Sydney"));

    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    expect((await stranger.delete(`${PATH}/${payee.id}`)).status).toBe(404);
    expect((await customer.delete(`${PATH}/${payee.id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await customer.delete(`${PATH}/${payee.id}`)).status).toBe(404);
  });

  test("whose it is and who keeps it are sealed at rest, as the address and the label are", async () => {
    const payee = await add({
      label: "Odd-marker label",
      whose: "other",
      holder_name: "Odd-marker Holder",
      wallet: "provider",
      provider_name: "Odd-marker Provider",
    });
    expect(payee).toMatchObject({ holder_name: "Odd-marker Holder", proof_message: null });
    const rows = await app.services.database.read.selectFrom("coin_payees").selectAll().execute();
    const stored = JSON.stringify(rows, (_key, value: unknown) => String(value));
    expect(stored).not.toContain("Odd-marker");
    expect(stored).not.toContain(MINE.address);
    expect(await everythingStored(app.services.database, app.services.config.DATABASE_URL)).not.toContain(
      "Odd-marker Holder",
    );
    await customer.delete(`${PATH}/${payee.id}`);
  });

  test.each([
    ["nothing", {}, ["currency", "address", "label", "whose", "wallet"]],
    ["another's without a name", { ...INPUT, whose: "other" }, ["holder_name"]],
    [
      "a provider's without its name",
      { ...INPUT, wallet: "provider", holder_name: " " },
      ["holder_name", "provider_name"],
    ],
    ["hidden characters", { ...INPUT, label: "a\u202eb" }, ["label"]],
    ["a long label", { ...INPUT, label: "x".repeat(61) }, ["label"]],
  ])("%s is refused at its fields", async (_what, input, fields) => {
    const { status, body } = await post(input);
    expect([status, body.code]).toEqual([422, "validation_failed"]);
    expect(Object.keys(body.errors ?? {})).toEqual(fields);
  });

  test.each([...invalid])("an address %s is invalid", async (_what, address, message) => {
    expect(await post({ ...INPUT, address })).toMatchObject({
      status: 422,
      body: { code: "address_invalid", errors: { address: [message] } },
    });
  });

  test("the link of its QR code has the address", async () => {
    const payee = await add({ address: link });
    expect(payee.address).toBe(MINE.address);
    await customer.delete(`${PATH}/${payee.id}`);
  });

  test.each([...kinds])("an address of the kind %s is taken", async (_kind, address) => {
    const payee = await add({ address });
    expect(payee.address).toBe(address);
    await customer.delete(`${PATH}/${payee.id}`);
  });

  test.each([...written])("an address %s is kept as wallets write it", async (_how, address) => {
    const payee = await add({ address });
    expect(payee.address).toBe(MINE.address);
    await customer.delete(`${PATH}/${payee.id}`);
  });

  test("our own addresses are refused", async () => {
    const ours = wallet("ours");
    await app.services.database.write((tx) => watchScript(tx, network, ours.script, 1n));
    expect(await post({ ...INPUT, address: ours.address })).toMatchObject({
      status: 422,
      body: { code: "address_own", errors: { address: ["This is one of our own addresses."] } },
    });
  });

  test("there are none for money", async () => {
    expect(await post({ ...INPUT, currency: "AUD" })).toMatchObject({
      status: 422,
      body: { code: "currency_inactive", errors: { currency: [expect.any(String)] } },
    });
  });

  test("a signature of its message ends the wait, once, and is emailed", async () => {
    const payee = await add();
    app.clock.advance(60_000);
    const now = new Date(app.clock.now()).toISOString();
    const message = payee.proof_message ?? "";
    for (const wrong of ["AAAA", MINE.sign(`${message} `), wallet("another").sign(message)]) {
      expect(await prove(payee, wrong)).toMatchObject({
        status: 422,
        body: { code: "proof_invalid", errors: { signature: ["This signature doesn't fit the message."] } },
      });
    }
    const signature = MINE.sign(message);
    expect(await prove(payee, signature)).toMatchObject({
      status: 200,
      body: { data: { ...payee, available_at: now } },
    });
    expect((await newest())?.subject).toBe("Payee proved");
    const mails = await mailsTo(app, EMAIL);
    app.clock.advance(60_000);
    expect((await prove(payee, signature)).body.data.available_at).toBe(now);
    expect(await mailsTo(app, EMAIL)).toEqual(mails);

    const twin = await add();
    expect((await prove(twin, signature)).status, "the signature is for another payee").toBe(422);
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    expect((await prove(payee, signature, stranger)).status).toBe(404);
    for (const { id } of [payee, twin]) await customer.delete(`${PATH}/${id}`);
  });

  test("a wallet at a provider cannot be proved", async () => {
    const payee = await add({ wallet: "provider", provider_name: "Bright Exchange" });
    expect(await prove(payee, MINE.sign("anything"))).toMatchObject({
      status: 422,
      body: { code: "proof_invalid", errors: { signature: ["This kind of address can't be proved."] } },
    });
    await customer.delete(`${PATH}/${payee.id}`);
  });

  test("adding one needs a fresh proof that the owner is there", async () => {
    app.clock.advance(6 * 60_000);
    expect(await post(INPUT)).toMatchObject({ status: 403, body: { code: "confirmation_required" } });
    expect((await post(INPUT, app.client())).status).toBe(401);
    expect(await list()).toEqual([]);
    await customer.login(EMAIL);
  });

  test("tokens read them and never add, prove or remove one", async () => {
    const payee = await add();
    await ageSessions(app, EMAIL);
    const { data } = await mutate<{ token: string }>(customer, "tokens.create", {
      name: "All",
      scopes: ["read", "trade", "withdraw"],
      expires_in_days: 1,
    });
    const bearer = { authorization: `Bearer ${data.token}` };
    const program = app.client();
    expect((await program.get<{ data: CoinPayee[] }>(PATH, bearer)).body.data).toEqual([payee]);
    expect((await program.post(PATH, INPUT, bearer)).status).toBe(403);
    expect((await program.post(`${PATH}/${payee.id}/proof`, { signature: "AAAA" }, bearer)).status).toBe(403);
    expect((await program.send("DELETE", `${PATH}/${payee.id}`, { headers: bearer })).status).toBe(403);
    await customer.delete(`${PATH}/${payee.id}`);
  });

  test("there are 50 at most, however many are sent at once", async () => {
    await customer.login(EMAIL);
    const answers = await Promise.all(Array.from({ length: 55 }, () => post(INPUT)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect((await post(INPUT)).body.errors).toEqual({ address: ["No more than 50 payees"] });
    expect(await list()).toHaveLength(50);
  });
});

test.each([
  ["BTC", BTC.address, { BITCOIN_NODE: [] }],
  ["ETH", ETH.address, { ETHEREUM_NODES: [] }],
])("there are none for %s if its network is off", async (currency, address, off) => {
  const app = await startTestApp({ dialect: "sqlite" });
  Object.assign(app.services, { config: { ...app.services.config, ...off } });
  const client = app.client();
  await client.login(EMAIL);
  const input = { currency, address, label: "My wallet", whose: "mine", wallet: "self_hosted" };
  expect(await client.post(PATH, input)).toMatchObject({ status: 422, body: { code: "currency_inactive" } });
  await app.close();
});
