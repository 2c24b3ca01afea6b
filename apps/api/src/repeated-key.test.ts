import { expect, test } from "vitest";
import { repeatedKey } from "./repeated-key.ts";

test.each([
  ["no object", '["a","a"]', undefined],
  ["none", '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
  ["a key as a value", '{"a":"b","b":"a"}', undefined],
  ["values between quotes that look like JSON", String.raw`{"a":"\",\"a\":{","b":1}`, undefined],
  ["the outermost object", '{"a":1,"b":2,"a":3}', "a"],
  ["after an object", '{"a":{"x":1},"b":{},"a":{}}', "a"],
  ["after a list", '{"a":[1,{"x":2}],"a":0}', "a"],
  ["an inner object", '{"times":{"reaches":{"payid":"x","payid":"y"}}}', "times.reaches.payid"],
  ["an object of a list", '{"a":[{"b":1},{"b":1,"b":2}]}', "a.b"],
  ["the same key, written otherwise", String.raw`{"a":1,"\u0061":2}`, "a"],
])("a repeated key: %s", (_title, json, key) => {
  expect(repeatedKey(json)).toBe(key);
});
