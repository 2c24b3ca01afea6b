import { expect, test } from "vitest";
import { smtpOptions } from "./smtp-options.ts";

test.each([
  ["a server elsewhere", "smtp://user:pass%40word@mail.example:587", true],
  ["a server whose name only looks like this machine", "smtp://127.0.0.1.mail.example", true],
  ["an address of the own network", "smtp://10.0.0.5:25", true],
  ["one where the url allows it", "smtp://mail.example?tls=optional", false],
  ["this machine", "smtp://localhost:25", false],
  ["this machine by address", "smtp://127.0.0.9:25", false],
  ["this machine by IPv6", "smtp://[::1]:25", false],
  ["this machine where the url demands it", "smtp://127.0.0.1:25?tls=required", true],
])("%s: %s requires TLS: %s", (_name, url, requireTLS) => {
  expect(smtpOptions(url)).toEqual({ url: url.split("?")[0], requireTLS });
});

test("nothing in the url turns the check of certificates off", () => {
  expect(smtpOptions("smtp://mail.example?tls.rejectUnauthorized=false&ignoreTLS=true")).toEqual({
    url: "smtp://mail.example",
    requireTLS: true,
  });
});
