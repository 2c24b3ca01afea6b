import { DIALECTS } from "@wattle/db/testing/databases";
import type { ErrorBody } from "@wattle/contracts/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";

const ETHER_ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

interface Shown {
  readonly networks: readonly {
    readonly network: string;
    readonly height: number;
    readonly hash: string;
    readonly mempool: readonly string[];
    readonly blocks: readonly {
      readonly height: number;
      readonly hash: string;
      readonly transactions: readonly {
        readonly txid: string;
        readonly outputs: readonly { readonly address: string; readonly amount: string }[];
      }[];
    }[];
  }[];
}

describe.each(DIALECTS)("the play chain's acts on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
  });
  afterAll(() => app.close());

  const post = async <T>(act: string, body: object) => {
    const answer = await app.client().post<T>(`/dev/chain/${act}`, { network: "bitcoin", ...body });
    return { status: answer.status, body: answer.body };
  };
  const shown = async (network = "bitcoin") =>
    (await app.client().get<Shown>("/dev/chain.json")).body.networks.find((each) => each.network === network);

  test("coins are sent, mined and reorganised", async () => {
    const sent = await post<{ txid: string }>("send", { address: ADDRESS, amount: "0.5" });
    const { txid } = sent.body;
    const several = await post<{ txid: string }>("send", {
      outputs: [
        { address: ADDRESS, amount: 0.000_1 },
        { address: ADDRESS, amount: "0.2" },
      ],
    });
    expect((await shown())?.mempool).toEqual([txid, several.body.txid]);
    const mined = await post<{ height: number; hash: string }>("mine", { blocks: 2 });
    expect(mined.status).toBe(200);
    const after = await shown();
    expect(after).toMatchObject({ network: "bitcoin", ...mined.body, mempool: [] });
    expect(after?.blocks[0]).toMatchObject({ ...mined.body, transactions: [{}] });
    const payment = after?.blocks[1]?.transactions.find((each) => each.txid === txid);
    expect(payment?.outputs[0]).toEqual({ address: ADDRESS, amount: "0.50000000" });

    const again = await post<{ height: number }>("reorg", { depth: 2, drop: [txid] });
    expect([again.status, again.body.height]).toEqual([200, mined.body.height + 1]);
    expect(JSON.stringify(await shown())).not.toContain(txid);
  });

  test("ether is sent by a wallet or a contract, mined and reorganised", async () => {
    const ether = <T>(act: string, body: object) => post<T>(act, { network: "ethereum", ...body });
    const amount = "0.000000000000000001";
    const { txid } = (await ether<{ txid: string }>("send", { address: ETHER_ADDRESS, amount })).body;
    const contract = await ether<{ txid: string }>("send", {
      outputs: [
        { address: ETHER_ADDRESS, amount: "1.5" },
        { address: ETHER_ADDRESS.toLowerCase(), amount: 2 },
      ],
      by: "contract",
    });
    expect((await shown("ethereum"))?.mempool).toEqual([txid, contract.body.txid]);
    const mined = await ether<{ height: number; hash: string }>("mine", { blocks: 1 });
    expect(await shown("ethereum")).toMatchObject({ ...mined.body, mempool: [] });
    const transactions = (await shown("ethereum"))?.blocks[0]?.transactions;
    expect(transactions?.map(({ outputs }) => outputs)).toEqual([
      [{ address: ETHER_ADDRESS, amount }],
      [
        expect.objectContaining({ amount: "3.5" }),
        { address: ETHER_ADDRESS, amount: "1.5" },
        { address: ETHER_ADDRESS, amount: "2" },
      ],
    ]);
    expect((await ether("reorg", { depth: 1, drop: [txid] })).status).toBe(200);
    expect(JSON.stringify(await shown("ethereum"))).not.toContain(txid);
    await ether("node", { state: "down" });
    await expect(app.services.networks.ethereum?.node.tip()).rejects.toMatchObject({
      failure: "unreachable",
    });
    await ether("node", { state: "ok" });
    expect((await ether("fees", { rate: 12.5 })).body).toEqual({ network: "ethereum", rate: "12.5" });
    expect((await app.services.networks.ethereum?.node.fees())?.baseFee).toBe(12_500_000_000n);
  });

  test("the node and its fees are set", async () => {
    expect(await post("node", { state: "down" })).toEqual({
      status: 200,
      body: { network: "bitcoin", state: "down" },
    });
    await expect(app.services.networks.bitcoin?.node.tip()).rejects.toMatchObject({ failure: "unreachable" });
    await post("node", { state: "ok" });
    expect((await post("fees", { rate: 12.5 })).body).toEqual({ network: "bitcoin", rate: "12.5" });
    expect(await app.services.networks.bitcoin?.node.feeRate()).toBe(12_500n);
  });

  test("the page does the same by forms, and says why it cannot", async () => {
    const submit = (fields: Record<string, string>) =>
      app.app.inject({
        method: "POST",
        url: "/dev/chain",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ network: "bitcoin", ...fields }).toString(),
      });
    const sent = await submit({ act: "send", address: ADDRESS, amount: "0.25" });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, "/dev/chain"]);
    const [txid = ""] = (await shown())?.mempool ?? [];
    expect((await app.app.inject("/dev/chain")).body).toContain(txid);
    expect((await submit({ act: "mine", blocks: "1" })).statusCode).toBe(303);
    expect((await submit({ act: "reorg", depth: "1", drop: txid })).statusCode).toBe(303);
    const refused = await submit({ act: "send", address: "<b>", amount: "1" });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toMatch(/role="alert"><strong>[^<]+<\/strong>/);
    expect((await submit({ act: "constructor" })).statusCode).toBe(422);
  });

  test.each<[string, object, string]>([
    ["send", { network: "litecoin", address: ADDRESS, amount: "1" }, "network"],
    ["send", { network: "ethereum", address: ADDRESS, amount: "1" }, "address"],
    ["send", { network: "ethereum", address: ETHER_ADDRESS.replace("A", "a"), amount: "1" }, "address"],
    ["send", { network: "ethereum", address: ETHER_ADDRESS, amount: "0" }, "amount"],
    ["send", { network: "ethereum", address: ETHER_ADDRESS, amount: `0.${"0".repeat(18)}1` }, "amount"],
    ["send", { network: "ethereum", address: ETHER_ADDRESS, amount: "99999999" }, "amount"],
    ["send", { network: "ethereum", address: ETHER_ADDRESS, amount: "1", by: "magic" }, "by"],
    ["fees", { network: "ethereum", rate: "10001" }, "rate"],
    ["send", { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", amount: "1" }, "address"],
    ["send", { address: ADDRESS, amount: "0.000000001" }, "amount"],
    ["send", { address: ADDRESS, amount: "0" }, "amount"],
    ["send", { address: ADDRESS, amount: "20000000" }, "amount"],
    ["send", { address: ADDRESS, amount: "0.00000001" }, "amount"],
    ["mine", { blocks: 0 }, "blocks"],
    ["mine", { blocks: 1.5 }, "blocks"],
    ["mine", { blocks: 101 }, "blocks"],
    ["reorg", { depth: 100 }, "depth"],
    ["reorg", { depth: 1, drop: ["x"] }, "drop.0"],
    ["node", { state: "tired" }, "state"],
    ["fees", { rate: "0" }, "rate"],
    ["sign", { content: "bm8gcGF5bWVudA==" }, "content"],
  ])("%s %j is refused", async (act, body, field) => {
    const refused = await post<ErrorBody>(act, body);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
  });
});

test.each<[string, Record<string, string>]>([
  ["there is no demo", { DEMO: "false" }],
  [
    "the demo has nodes",
    {
      BITCOIN_NODE: "http://127.0.0.1:1",
      BITCOIN_CHAIN: "regtest",
      ETHEREUM_NODES: "http://127.0.0.1:1",
    },
  ],
])("there are no play chains if %s", async (_case, env) => {
  const app = await startTestApp({ dialect: "sqlite", env });
  for (const address of ["/dev/chain", "/dev/chain.json"])
    expect((await app.client().get(address)).status).toBe(404);
  for (const act of ["send", "mine", "reorg", "node", "fees", "sign"])
    expect((await app.client().post(`/dev/chain/${act}`, {})).status).toBe(404);
  await app.close();
});
