import { expect, test } from "vitest";
import { findingWords } from "./finding-words.ts";

test.each([
  [
    "BRAND_FILE is without legalEntity, registration, address: the home page does not say who runs the site",
    "Your legal name, registration and address are missing from the home page.",
    "BRAND_FILE: legalEntity, registration, address",
  ],
  [
    "BRAND_FILE is without regulatorLine: pages cannot say who regulates you",
    "Pages don’t say who regulates you.",
    "BRAND_FILE: regulatorLine",
  ],
  [
    "BRAND_FILE is without aml.md next to it: /aml is the product's draft",
    "The AML page is still a draft.",
    "aml.md next to BRAND_FILE",
  ],
  [
    "Without a second factor: a@demo.test, b@demo.test. They set it up after their next login.",
    "2 people have no two-step login. They set it up after their next login.",
    "a@demo.test, b@demo.test",
  ],
  [
    "There is no backup yet: npm run ops -- backup FOLDER",
    "There is no backup yet.",
    "npm run ops -- backup FOLDER",
  ],
  [
    "CAPTCHA_PROVIDER is none: programs can sign up, guess passwords and write to support",
    "Programs can sign up, guess passwords and write to support.",
    "CAPTCHA_PROVIDER: none",
  ],
  ["The database has every migration.", "The database has every migration.", undefined],
])("%s", (finding, text, detail) => {
  expect(findingWords(finding)).toEqual(detail === undefined ? { text } : { text, detail });
});
