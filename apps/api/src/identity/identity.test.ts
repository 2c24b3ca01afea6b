import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { IdentityDocument, IdentityState } from "@wattle/contracts/identity";
import { LARGEST_DOCUMENT_BYTES } from "@wattle/contracts/identity-rules";
import { updateUser } from "@wattle/db/accounts";
import { saveIdentityForm } from "@wattle/db/identity";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmed, register } from "../testing/visitor.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { ABOUT, applicant, FORM, PNG, upload } from "../testing/applicant.ts";

const JPEG = Buffer.concat([
  Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"),
  Buffer.alloc(200),
]);
const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
const MEBIBYTE = 1024 * 1024;

describe.each(DIALECTS)("identity on %s", (dialect) => {
  let api: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), "wattle-uploads-")), "kept");
    api = await startTestApp({ dialect, env: { UPLOAD_DIR: folder } });
  });
  afterAll(async () => {
    await api.close();
    rmSync(path.dirname(folder), { recursive: true, force: true });
  });

  const stateOf = async (client: Parameters<typeof query>[0]) =>
    (await query<IdentityState>(client, "identity.get")).data;

  test("begins with what the account knows, keeps what is typed, field by field", async () => {
    const { client } = await confirmed(api);
    expect((await stateOf(client)).draft).toMatchObject({ first_name: "Mary", address_country: "AU" });
    await mutate(client, "identity.save", { city: "Samp" });
    await mutate(client, "identity.save", { date_of_birth: "not yet a date" });
    expect(await stateOf(client)).toMatchObject({
      status: "registered",
      draft: { first_name: "Mary", city: "Samp", date_of_birth: "not yet a date" },
      saved_at: expect.any(String),
      submitted_at: null,
    });
  });

  test("a form that lacks something is not sent, and each field says what", async () => {
    const { client } = await confirmed(api);
    await mutate(client, "identity.save", {
      ...FORM,
      date_of_birth: "2015-01-01",
      city: "",
      address_country: "SY",
      document_type: "driver_licence",
      document_number: "#",
    });
    const answer = await mutate(client, "identity.send");
    expect(answer.status).toBe(422);
    expect(answer.errors).toEqual({
      date_of_birth: ["You must be at least 18 years old"],
      city: ["City is a required field"],
      address_country: ["We don't serve this country"],
      document_number: ["Document number is not valid."],
      "about.occupation": ["Occupation is a required field"],
      "about.purpose": ["Purpose is a required field"],
      "about.source_of_funds": ["Source of funds is a required field"],
      "about.expected_monthly": ["Monthly amount is a required field"],
      "about.politically_exposed": ["Public office is a required field"],
      front: ["Photo of the front is a required field"],
      back: ["Photo of the back is a required field"],
      selfie: ["Selfie with your ID is a required field"],
    });
    expect((await stateOf(client)).status).toBe("registered");
  });

  test("a sent form is pending, closed for changes, and the account has its names", async () => {
    const { client, id } = await applicant(api);
    const state = await stateOf(client);
    expect(state).toMatchObject({ status: "pending", draft: { document_number: "PA1234567" } });
    expect(state.documents.map(({ side }) => side)).toEqual(["front", "selfie"]);
    expect(state.submitted_at).not.toBeNull();
    for (const [procedure, input] of [
      ["identity.save", { city: "Elsewhere" }],
      ["identity.send", undefined],
      ["identity.removeDocument", { id: state.documents[0]?.id }],
    ] as const) {
      expect((await mutate(client, procedure, input)).code, procedure).toBe("state_conflict");
    }
    expect((await upload<ErrorBody>(client, "front")).body.code).toBe("state_conflict");
    const { body } = await client.get<{ data: { user: { last_name: string } } }>(`/api/users/${id}`);
    expect(body.data.user.last_name).toBe("Applicant");
  });

  test("answers of the second step are kept one by one, and sent as they were kept or as they come", async () => {
    const { client } = await confirmed(api);
    await mutate(client, "identity.save", { ...FORM, about: { occupation: "student" } });
    await mutate(client, "identity.save", { about: { purpose: "savings", politically_exposed: false } });
    const some = { occupation: "student", purpose: "savings", politically_exposed: false };
    expect((await stateOf(client)).draft.about).toEqual(some);
    await upload(client, "front");
    await upload(client, "selfie");
    const lacking = await mutate(client, "identity.send");
    expect(Object.keys(lacking.errors ?? {})).toEqual(["about.source_of_funds", "about.expected_monthly"]);
    const rest = { source_of_funds: "savings", expected_monthly: "under_1000" };
    await mutate(client, "identity.save", { about: rest });
    expect((await mutate(client, "identity.send")).status).toBe(200);
    expect((await stateOf(client)).draft.about).toEqual({ ...some, ...rest });
  });

  test.each([
    ["an occupation that is no choice", { ...ABOUT, occupation: "pirate" }, "about.occupation"],
    ["a missing answer", { ...ABOUT, purpose: undefined }, "about.purpose"],
    ["a word for yes", { ...ABOUT, politically_exposed: "yes" }, "about.politically_exposed"],
  ])("%s is refused at its question", async (_what, about, field) => {
    const { client } = await confirmed(api);
    const refused = await mutate(client, "identity.send", { about });
    expect(refused).toMatchObject({ status: 422, code: "validation_failed" });
    expect(Object.keys(refused.errors ?? {})).toEqual([field]);
  });

  test("those who sent a form before there were questions send it again without them", async () => {
    const { client, id } = await applicant(api);
    const { database, vault } = api.services;
    const sendBack = () =>
      database.write(async (tx) => {
        const form = vault.seal("identities.form", id, JSON.stringify(FORM));
        await saveIdentityForm(tx, { userId: id, form, at: BigInt(api.clock.now()) });
        await updateUser(tx, id, { status: "rejected" });
      });
    await sendBack();
    const partly = await mutate(client, "identity.save", { about: { purpose: "trading" } });
    expect(partly.status).toBe(200);
    expect(Object.keys((await mutate(client, "identity.send")).errors ?? {})).toHaveLength(4);
    expect((await mutate(client, "identity.send", { about: ABOUT })).status).toBe(200);
    await sendBack();
    expect((await mutate(client, "identity.send")).status).toBe(200);
  });

  test("two sendings at once are one", async () => {
    const { client } = await confirmed(api);
    await mutate(client, "identity.save", FORM);
    await upload(client, "front");
    await upload(client, "selfie");
    const answers = await Promise.all([1, 2, 3].map(() => mutate(client, "identity.send", { about: ABOUT })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test("the largest photo may come over a line of 0.3 Mbit/s", () => {
    const seconds = (LARGEST_DOCUMENT_BYTES * 8) / 300_000;
    expect(api.app.server.requestTimeout).toBeGreaterThan(seconds * 1000);
  });

  test("is behind the guards: signed in, email confirmed, not blocked", async () => {
    expect((await query(api.client(), "identity.get")).code).toBe("unauthenticated");
    expect((await upload<ErrorBody>(api.client(), "front")).body.code).toBe("unauthenticated");
    const { client } = await register(api);
    expect((await query(client, "identity.get")).code).toBe("email_unverified");
    expect((await upload<ErrorBody>(client, "front")).body.code).toBe("email_unverified");
    const blocked = api.client();
    await blocked.login("blocked@demo.test");
    expect((await query(blocked, "identity.get")).code).toBe("account_blocked");
    expect((await upload<ErrorBody>(blocked, "front")).body.code).toBe("account_blocked");
  });

  describe("an upload", () => {
    test.each([
      ["a PNG", PNG, "image/png"],
      ["a JPEG that calls itself a text", JPEG, "image/jpeg"],
      ["a PDF", PDF, "application/pdf"],
    ])("takes %s by its content", async (_what, content, mediaType) => {
      const { client } = await confirmed(api);
      const answer = await upload<{ data: IdentityDocument }>(client, "front", content, {
        fileName: "../../etc/notes.txt",
        type: "text/plain",
      });
      expect(answer.status).toBe(201);
      expect(answer.body.data).toMatchObject({
        side: "front",
        media_type: mediaType,
        bytes: content.length,
        file_name: "notes.txt",
      });
      expect(statSync(path.join(folder, answer.body.data.id)).mode & 0o777).toBe(0o600);
      expect(answer.text).not.toContain(folder);
    });

    test.each([
      ["HTML that calls itself a PNG", Buffer.from("<html><script>alert(1)</script></html>")],
      ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
      ["a GIF", Buffer.from("47494638396101000100800000000000ffffff2c00000000010001000002024401003b", "hex")],
      ["nothing", Buffer.alloc(0)],
    ])("refuses %s at its field", async (_what, content) => {
      const { client } = await confirmed(api);
      const answer = await upload<ErrorBody>(client, "selfie", content);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ selfie: ["Choose a JPEG, PNG or PDF file"] });
    });

    test("takes 10 MB and not a byte more, and leaves nothing of what it refused", async () => {
      const { client } = await confirmed(api);
      const padded = (bytes: number): Buffer => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);
      expect((await upload(client, "front", padded(10 * MEBIBYTE))).status).toBe(201);
      const before = readdirSync(folder).length;
      const answer = await upload<ErrorBody>(client, "front", padded(10 * MEBIBYTE + 1));
      expect(answer.status).toBe(413);
      expect(answer.body.message).toBe("Choose a file up to 10 MB");
      expect((await upload(client, "front", padded(11 * MEBIBYTE))).status).toBe(413);
      expect(readdirSync(folder)).toHaveLength(before);
    });

    test("takes the place of the one before, and can be taken away", async () => {
      const { client } = await confirmed(api);
      await upload(client, "front");
      const { body } = await upload<{ data: IdentityDocument }>(client, "front", JPEG);
      expect((await stateOf(client)).documents.map(({ id }) => id)).toEqual([body.data.id]);
      const stranger = await confirmed(api);
      const removal = { id: body.data.id };
      expect((await mutate(stranger.client, "identity.removeDocument", removal)).code).toBe("not_found");
      expect((await mutate(client, "identity.removeDocument", removal)).status).toBe(200);
      expect((await stateOf(client)).documents).toEqual([]);
    });

    test("needs the session's CSRF token, a known side and a multipart body", async () => {
      const { client } = await confirmed(api);
      const token = client.cookies.get("XSRF-TOKEN") ?? "";
      client.cookies.set("XSRF-TOKEN", "forged");
      expect((await upload<ErrorBody>(client, "front")).body.code).toBe("csrf_mismatch");
      client.cookies.set("XSRF-TOKEN", token);
      expect((await upload<ErrorBody>(client, "elsewhere")).body.errors).toHaveProperty("side");
      const json = await client.post<ErrorBody>("/api/identity/documents?side=front", {});
      expect([415, 422]).toContain(json.status);
      const broken = await client.send<ErrorBody>("POST", "/api/identity/documents?side=front", {
        headers: { "content-type": "multipart/form-data; boundary=x" },
        body: "--x\r\nnonsense",
      });
      expect(broken.status).toBeGreaterThanOrEqual(400);
      expect(broken.status).toBeLessThan(500);
    });
  });

  describe("reading an upload", () => {
    test("is for the desk alone, and each reading is written down first", async () => {
      const { client, id } = await applicant(api);
      const [document] = (await stateOf(client)).documents;
      const address = `/api/ops/documents/${document?.id}`;
      expect((await api.client().get(address)).status).toBe(401);
      expect((await client.get(address)).status).toBe(403);
      const operator = api.client();
      await operator.login("operator@demo.test");
      const answer = await operator.get(address);
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toBe("image/png");
      expect(answer.headers["content-disposition"]).toMatch(/^attachment;/);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["content-security-policy"]).toContain("sandbox");
      expect(answer.headers["content-length"] ?? String(PNG.length)).toBe(String(PNG.length));
      await operator.get(address);
      const log = await query<{ data: { action: string; details: object }[] }>(operator, "ops.audit.list", {
        subject: id,
      });
      const readings = log.data.data.filter(({ action }) => action === "document.read");
      expect(readings).toHaveLength(2);
      expect(readings[0]?.details).toMatchObject({ document: document?.id });
      expect((await operator.get("/api/ops/documents/..%2f..%2fetc%2fpasswd")).status).toBe(404);
      expect((await operator.get("/api/ops/documents/00000000-0000-0000-0000-000000000000")).status).toBe(
        404,
      );
    });

    test("nothing of the store is served as a file", async () => {
      const [name] = readdirSync(folder);
      expect(existsSync(path.join(folder, name ?? ""))).toBe(true);
      for (const address of [`/uploads/${name}`, `/data/uploads/${name}`, `/${name}`]) {
        expect((await api.client().get(address)).status).toBe(404);
      }
    });
  });
});
