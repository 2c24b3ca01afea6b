import { afterAll, beforeAll, expect, test } from "vitest";
import { PROCEDURES } from "../testing/access-matrix.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { linkTo, register } from "../testing/visitor.ts";

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({ dialect: "sqlite" });
});
afterAll(() => api.close());

test("no address that is merely opened begins a session, a mailed link included", async () => {
  const reads = PROCEDURES.filter(({ type }) => type === "query").map(({ name }) => `/trpc/${name}`);
  const { email } = await register(api);
  const links = [await linkTo(api, email)];
  await api.client().post("/forgot-password", { email });
  links.push(await linkTo(api, email));
  for (const address of [...reads, ...links]) {
    const { setCookies } = await api.client().get(address);
    expect(setCookies.join(), address).not.toMatch(/session=/);
  }
});
