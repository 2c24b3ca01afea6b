import { describe, expect, test } from "vitest";
import { COUNTRY_CODES, isCountryCode } from "./countries.ts";
import { identityProblem, IDENTITY_FIELDS, needsBack, type IdentityField } from "./identity-rules.ts";
import { readIdentityForm } from "./identity.ts";

const TODAY = "2026-05-05";

describe("a field of the identity form", () => {
  test.each<[IdentityField, unknown, string | undefined]>([
    ["first_name", "Mary", undefined],
    ["first_name", "", "First name is a required field"],
    ["first_name", "Zoë", "Only English letters"],
    ["middle_name", "", undefined],
    ["last_name", "A".repeat(16), "Must be exactly 15 characters"],
    ["date_of_birth", "", "Date of birth is a required field"],
    ["date_of_birth", "5/5/1990", "Date of birth is not valid."],
    ["date_of_birth", "1990-02-30", "Date of birth is not valid."],
    ["date_of_birth", "1990-13-01", "Date of birth is not valid."],
    ["date_of_birth", "2027-01-01", "Date of birth is not valid."],
    ["date_of_birth", "1899-01-01", "Date of birth is not valid."],
    ["date_of_birth", "2008-05-06", "You must be at least 18 years old"],
    ["date_of_birth", "2008-05-05", undefined],
    ["date_of_birth", "2000-02-29", undefined],
    ["street", "1 Example Street", undefined],
    ["street", "Rue de l’Étoile 7", undefined],
    ["street", "12", "Street address is not valid."],
    ["street", "a".repeat(121), "Street address is not valid."],
    ["street", "a\u0000b", "Street address is not valid."],
    ["city", "   ", "City is a required field"],
    ["state", undefined, "State is a required field"],
    ["state", 5, "State is not valid."],
    ["postcode", "2000", undefined],
    ["postcode", "SW1A 1AA", undefined],
    ["postcode", "2", "Postcode is not valid."],
    ["postcode", "20_00", "Postcode is not valid."],
    ["address_country", "AU", undefined],
    ["address_country", "au", "Country is not valid."],
    ["document_country", "ZZ", "Issuing country is not valid."],
    ["document_type", "passport", undefined],
    ["document_type", "library card", "Document type is not valid."],
    ["document_number", "pa 123-456", undefined],
    ["document_number", "x", "Document number is not valid."],
    ["document_number", "<script>", "Document number is not valid."],
  ])("%s %j is answered %j", (field, value, problem) => {
    expect(identityProblem(field, value, TODAY)).toBe(problem);
  });

  test("a person born on 29 February is of age on the 1st of March", () => {
    expect(identityProblem("date_of_birth", "2008-02-29", "2026-02-28")).toBe(
      "You must be at least 18 years old",
    );
    expect(identityProblem("date_of_birth", "2008-02-29", "2026-03-01")).toBeUndefined();
  });
});

describe("a whole form", () => {
  test("an empty one has a message at each field but the middle name", () => {
    const read = readIdentityForm({}, TODAY);
    const fields = "problems" in read ? Object.keys(read.problems) : [];
    expect(fields).toEqual(IDENTITY_FIELDS.filter((field) => field !== "middle_name"));
  });

  test("a right one is yielded as it is stored", () => {
    const read = readIdentityForm(
      {
        first_name: " Mary ",
        last_name: "Ann",
        date_of_birth: "1990-01-01",
        street: " 1 Example Street ",
        city: "Sampleton",
        state: "NSW",
        postcode: "2000",
        address_country: "AU",
        document_type: "passport",
        document_number: " pa123 ",
        document_country: "NG",
      },
      TODAY,
    );
    expect(read).toMatchObject({
      form: { first_name: "Mary", middle_name: "", street: "1 Example Street", document_number: "PA123" },
    });
  });
});

test.each([
  ["passport", false],
  ["driver_licence", true],
  ["national_id", true],
  [undefined, false],
])("the back of a %s is wanted: %s", (type, wanted) => {
  expect(needsBack(type)).toBe(wanted);
});

test("countries are those of ISO 3166-1 but for five that no one lives in, each once", () => {
  expect(COUNTRY_CODES).toHaveLength(244);
  expect(new Set(COUNTRY_CODES).size).toBe(244);
  expect(COUNTRY_CODES.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
  expect(isCountryCode("NG")).toBe(true);
  expect(isCountryCode("XX")).toBe(false);
  expect(isCountryCode("AQ")).toBe(false);
});
