// Baseline of /api/get-rate: a bare Fastify route that signs a JWS of the same size with Ed25519 and answers the same
// bytes. Takes the answer of the real route as JSON in its only argument and prints the port it listens on.
import { generateKeyPairSync, sign } from "node:crypto";
import Fastify from "fastify";
import type { HeldRate } from "@wattle/contracts/quotes";

const sample = JSON.parse(process.argv[2] ?? "") as HeldRate;
const [header = "", payload = ""] = sample.hash.split(".");
const { privateKey } = generateKeyPairSync("ed25519");
const app = Fastify();
app.post("/api/get-rate", () => {
  const signed = `${header}.${payload}`;
  const hash = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
  return { ...sample, hash };
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
console.log(typeof address === "object" ? address?.port : address);
