import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { isPublicAddress } from "./public-address.ts";
import { postWebhook } from "./post-webhook.ts";

test.each([
  ["a public address", "93.184.215.14", true],
  ["a public address of IPv6", "2606:4700::1111", true],
  ["loopback", "127.0.0.1", false],
  ["loopback, further on", "127.255.0.9", false],
  ["a private network", "10.1.2.3", false],
  ["another private network", "172.31.255.255", false],
  ["just behind it", "172.32.0.1", true],
  ["a home's network", "192.168.0.1", false],
  ["link-local, as clouds' secrets are", "169.254.169.254", false],
  ["a carrier's network", "100.64.0.1", false],
  ["this host", "0.0.0.0", false],
  ["multicast", "224.0.0.1", false],
  ["broadcast", "255.255.255.255", false],
  ["loopback of IPv6", "::1", false],
  ["no address of IPv6", "::", false],
  ["IPv4 loopback in IPv6", "::ffff:127.0.0.1", false],
  ["a private IPv4 address in IPv6, in hex", "::ffff:a00:1", false],
  ["a public IPv4 address in IPv6", "::ffff:93.184.215.14", false],
  ["IPv4 behind a translator", "64:ff9b::7f00:1", false],
  ["IPv4 in 6to4", "2002:7f00:1::", false],
  ["IPv4 in Teredo", "2001:0:7f00:1::", false],
  ["unique local", "fd00::1", false],
  ["link-local of IPv6", "fe80::1", false],
  ["multicast of IPv6", "ff02::1", false],
  ["an example's address", "2001:db8::1", false],
  ["a name", "localhost", false],
])("%s: %s", (_description, address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

/** A server on loopback while something is done with it. */
async function serving(answer: RequestListener, act: (port: number) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  await act((server.address() as AddressInfo).port);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

test("an answer counts by its status at once, without waiting for the rest of it", () =>
  serving(
    (_request, response) => void response.writeHead(200).write("…"),
    async (port) => {
      const url = `http://127.0.0.1:${port}/`;
      const posted = postWebhook({ url, headers: {}, body: "{}", privateToo: true, timeout: 3_600_000 });
      expect(await posted).toEqual({ status: 200, error: null });
    },
  ));

test("one that is silent is given up after 15 seconds", async () => {
  const late = vi
    .spyOn(AbortSignal, "timeout")
    .mockReturnValue(AbortSignal.abort(new DOMException("", "TimeoutError")));
  const posted = await postWebhook({ url: "http://127.0.0.1:9/", headers: {}, body: "{}", privateToo: true });
  expect(posted).toEqual({ status: null, error: "timeout" });
  expect(late.mock.calls).toEqual([[15_000]]);
  late.mockRestore();
});

test.each([
  ["by its address", "127.0.0.1"],
  ["by a short form of it", "127.1"],
  ["by its number", "2130706433"],
  ["by a name that leads to it", "localhost"],
  ["in IPv6", "[::ffff:127.0.0.1]"],
])("no connection is made to a private address, %s", async (_how, host) => {
  let reached = 0;
  const answer: RequestListener = (_request, response) => {
    reached += 1;
    response.end();
  };
  await serving(answer, async (port) => {
    const post = { url: `http://${host}:${port}/`, headers: {}, body: "{}" };
    expect(await postWebhook({ ...post, privateToo: false })).toEqual({
      status: null,
      error: "no_public_address",
    });
    expect(reached).toBe(0);
    expect(await postWebhook({ ...post, privateToo: true })).toEqual({ status: 200, error: null });
  });
});

test("a name that leads nowhere fails like one that leads to a private address", async () => {
  const post = { headers: {}, body: "{}", privateToo: false };
  const [unknown, inside] = await Promise.all(
    ["http://nothing.invalid/", "http://localhost/"].map((url) => postWebhook({ ...post, url })),
  );
  expect(unknown).toEqual(inside);
});
