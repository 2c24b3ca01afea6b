import type { ErrorBody } from "@wattle/contracts/errors";
import type { TaxResidences } from "@wattle/contracts/tax-residences";
import { DIALECTS } from "@wattle/db/testing/databases";
import { everythingStored } from "@wattle/db/testing/everything";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";

const EMAIL = "customer@demo.test";
const PATH = "/api/users/tax-residences";
const AU = { country: "AU", tin: "123 456 782" };
const NZ = { country: "NZ", tin: null, no_tin_reason: "applied_for" };

async function exchangeOf(client: TestClient) {
  const held = await holdRate(client);
  return postExchange(client, payloadOf(held, held.min));
}

describe.each(DIALECTS)("tax residence on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect, env: { TAX_RESIDENCE: "required" } });
    customer = app.client();
    await customer.login(EMAIL);
  });
  afterAll(() => app.close());

  const read = async (client = customer) => (await client.get<{ data: TaxResidences }>(PATH)).body.data;
  const certify = (residences: unknown, certified: unknown = true) =>
    customer.put<{ data: TaxResidences } & ErrorBody>(PATH, { residences, certified });

  test("it is certified before an exchange; what is kept is sealed, and answered masked", async () => {
    expect(await read()).toEqual({ residences: [], certified: false, certified_at: null });
    expect(await exchangeOf(customer)).toMatchObject({
      status: 403,
      body: { code: "tax_residence_required", message: "Tell us your tax residence first." },
    });
    const order = await mutate(customer, "onramp.start", {
      fiat_amount: "100.00",
      fiat_currency: "AUD",
      crypto_currency: "BTC",
    });
    expect(order).toMatchObject({ status: 403, code: "tax_residence_required" });

    const kept = {
      residences: [
        { country: "AU", tin: "••••••782", no_tin_reason: null },
        { country: "NZ", tin: null, no_tin_reason: "applied_for" },
      ],
      certified: true,
      certified_at: new Date(app.clock.now()).toISOString(),
    };
    expect(await certify([AU, NZ])).toMatchObject({ status: 200, body: { data: kept } });
    expect(await read()).toEqual(kept);
    expect((await exchangeOf(customer)).status).toBe(201);
    expect(await everythingStored(app.services.database, app.services.config.DATABASE_URL)).not.toContain(
      "123456782",
    );

    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    expect(await read(stranger)).toMatchObject({ residences: [], certified: false });
    expect(await exchangeOf(stranger)).toMatchObject({ status: 403 });
  });

  test.each<[string, unknown, unknown, Record<string, string>]>([
    ["no country", [], true, { residences: "Name a country" }],
    ["nothing certified", [AU], false, { certified: "Confirm that this is true" }],
    [
      "a mistyped number",
      [{ country: "AU", tin: "123456783" }],
      true,
      { "residences.0.tin": "Not a tax file number. Check it." },
    ],
    [
      "a number of another country",
      [{ country: "NZ", tin: "123456782" }],
      true,
      { "residences.0.tin": "Not an IRD number. Check it." },
    ],
    [
      "the masked number",
      [{ country: "AU", tin: "••••••782" }],
      true,
      { "residences.0.tin": "Not a tax file number. Check it." },
    ],
    [
      "no number and no reason",
      [AU, { country: "NG", tin: null }],
      true,
      { "residences.1.no_tin_reason": "Say why there is none" },
    ],
    [
      "a number and a reason",
      [{ ...AU, no_tin_reason: "not_issued" }],
      true,
      { "residences.0.no_tin_reason": "Only without a number" },
    ],
    [
      "an unknown reason",
      [{ ...NZ, no_tin_reason: "lost" }],
      true,
      { "residences.0.no_tin_reason": "Say why there is none" },
    ],
    ["a country twice", [AU, AU], true, { "residences.1.country": "You have named this country" }],
    [
      "no such country",
      [{ country: "XX", tin: "1" }],
      true,
      { "residences.0.country": "Country is not valid." },
    ],
    ["11 countries", Array.from({ length: 11 }, () => AU), true, { residences: "No more than 10 countries" }],
  ])("%s is refused at its field, and nothing changes", async (_what, residences, certified, errors) => {
    const before = await read();
    const { status, body } = await certify(residences, certified);
    expect([status, body.code]).toEqual([422, "validation_failed"]);
    expect(body.errors).toMatchObject(
      Object.fromEntries(Object.entries(errors).map(([at, text]) => [at, [text]])),
    );
    expect(await read()).toEqual(before);
  });
});

test.each([
  ["off", 404, 201],
  ["ask", 200, 201],
])("with TAX_RESIDENCE=%s the path answers %d, and an exchange %d", async (mode, path, exchange) => {
  const app = await startTestApp({ dialect: "sqlite", env: { TAX_RESIDENCE: mode } });
  const customer = app.client();
  await customer.login(EMAIL);
  expect((await customer.get(PATH)).status).toBe(path);
  expect((await customer.put(PATH, { residences: [AU], certified: true })).status).toBe(path);
  expect((await exchangeOf(customer)).status).toBe(exchange);
  await app.close();
});
