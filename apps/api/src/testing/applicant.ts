import type { IdentityAbout } from "@wattle/contracts/identity-about";
import { confirmed } from "./visitor.ts";
import type { TestApp } from "./app-for-test.ts";
import { mutate } from "./call-procedure.ts";
import type { Answer, TestClient } from "./client.ts";

/** The smallest PNG there is. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** A form that passes every rule. */
export const FORM = {
  first_name: "Mary",
  middle_name: "",
  last_name: "Applicant",
  date_of_birth: "1990-02-28",
  street: "1 Example Street",
  city: "Sampleton",
  state: "NSW",
  postcode: "2000",
  address_country: "AU",
  document_type: "passport",
  document_number: "pa1234567",
  document_country: "AU",
} as const;

/** Answers of its second step. */
export const ABOUT = {
  occupation: "employed",
  purpose: "investing",
  source_of_funds: "salary",
  expected_monthly: "20000_100000",
  politically_exposed: false,
} as const satisfies IdentityAbout;

/** Sends a file as a browser's form does. */
function sendFile<T>(
  client: TestClient,
  path: string,
  content: Buffer,
  { fileName, type, headers = {} }: { fileName: string; type: string; headers?: Record<string, string> },
): Promise<Answer<T>> {
  const mark = "----wattle-test-boundary";
  const head = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
  return client.send<T>("POST", path, {
    headers: { "content-type": `multipart/form-data; boundary=${mark}`, ...headers },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${mark}--\r\n`)]),
  });
}

/** Uploads a file of the identity form. */
export const upload = <T = unknown>(
  client: TestClient,
  side: string,
  content: Buffer = PNG,
  { fileName = "photo.png", type = "image/png" } = {},
): Promise<Answer<T>> =>
  sendFile(client, `/api/identity/documents?side=${side}`, content, { fileName, type });

/** Sends the photo of a recovery, with the token of its mailed link. */
export const uploadRecovery = <T = unknown>(
  client: TestClient,
  token: string,
  content: Buffer = PNG,
): Promise<Answer<T>> =>
  sendFile(client, "/api/recovery/photo", content, {
    fileName: "me.png",
    type: "image/png",
    headers: { "x-link-token": token },
  });

/** Someone whose email address is confirmed and whose identity form is sent. `country` is where they live. */
export async function applicant(
  api: TestApp,
  country = "AU",
  about: IdentityAbout = ABOUT,
): Promise<{ client: TestClient; email: string; id: string }> {
  const visitor = await confirmed(api, { country });
  await mutate(visitor.client, "identity.save", { ...FORM, address_country: country });
  await upload(visitor.client, "front");
  await upload(visitor.client, "selfie");
  const sent = await mutate(visitor.client, "identity.send", { about });
  if (sent.status !== 200) throw new Error(`sending the form answered ${sent.status}: ${sent.message}`);
  return visitor;
}
