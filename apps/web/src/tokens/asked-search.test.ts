// @vitest-environment node
import { expect, test } from "vitest";
import { appRequestOf, askedSearch, routableSearch } from "./asked-search.ts";

const OURS = "?app=a&redirect=https%3A%2F%2Ftax.example%2Fback&scopes=read,trade&state=1e5&code_challenge=c";
const OAUTH =
  "?response_type=code&client_id=a&redirect_uri=https%3A%2F%2Ftax.example%2Fback&scope=read%20trade&state=%22x%22";

test.each([
  ["an app's request", "/authorize", OURS, `?asked=${encodeURIComponent(OURS)}`],
  ["one that is one text already", "/authorize", "?asked=%3Fapp%3Da", "?asked=%3Fapp%3Da"],
  ["none", "/authorize", "", ""],
  ["another page", "/dashboard", "?page=2", "?page=2"],
])("%s: the router's search", (_case, pathname, search, routable) => {
  expect(routableSearch(pathname, search)).toBe(routable);
});

test.each([
  ["ours", OURS, { scopes: "read,trade", state: "1e5", code_challenge: "c", response_type: undefined }],
  ["OAuth's", OAUTH, { scopes: "read trade", state: '"x"', response_type: "code" }],
])("a request by %s names, letter by letter", (_case, search, parts) => {
  const packed = new URLSearchParams(routableSearch("/authorize", search)).get("asked");
  const { asked = "" } = askedSearch({ asked: packed });
  expect(appRequestOf(asked)).toMatchObject({ app: "a", redirect: "https://tax.example/back", ...parts });
});

test("a search that is none asks for nothing", () => {
  expect([askedSearch({ asked: 5 }), appRequestOf("")]).toMatchObject([{}, { app: "", redirect: "" }]);
});
