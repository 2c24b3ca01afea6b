import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { CheckSteps, useChecked, type VerdictWords } from "./check-steps.tsx";

const WORDS: VerdictWords = { genuine: ["Genuine", ""], forged: ["Not genuine", ""], unable: ["Unable", ""] };
const JWS = `${btoa(JSON.stringify({ kid: "key-7" }))}.${btoa("{}")}.AAAA`;

function Steps() {
  return <CheckSteps jws={JWS} checked={useChecked(JWS)} words={WORDS} />;
}

test("the key's address is the one it was fetched from", async () => {
  const asked = vi.fn<typeof fetch>(async () => Response.json({ keys: [] }));
  vi.stubGlobal("fetch", asked);
  await renderScreen(<Steps />);
  const address = `${window.location.origin}/.well-known/jwks.json`;
  expect(await screen.findByText(`Fetched from ${address}, key key-7.`)).toBeDefined();
  expect(asked.mock.calls).toEqual([[address]]);
});

test("a key that could not be fetched is not said to be published", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
  await renderScreen(<Steps />);
  expect(await screen.findByText("We couldn’t load our public key")).toBeDefined();
  expect(screen.queryByText(/Our public key is published|Fetched from/)).toBeNull();
});
