import { setTimeout as pause } from "node:timers/promises";
import type { ErrorBody } from "@wattle/contracts/errors";
import { freshDatabase } from "@wattle/db/testing/databases";
import { endKeptConnections } from "./connections.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { rawConnection, requestHead, type RawAnswer, type RawConnection } from "../testing/raw-request.ts";
import { startServer } from "../testing/server-process.ts";

const POST_LOGIN = requestHead("POST", "/login", {
  "Content-Type": "application/json",
  "Content-Length": "1000",
});
const POST_IN_CHUNKS = requestHead("POST", "/api/get-rate", {
  "Content-Type": "application/json",
  "Transfer-Encoding": "chunked",
});
const REFUSED = requestHead("POST", "/trpc/sessions.login", {
  "Content-Type": "application/octet-stream",
  "Content-Length": "100000000",
});
const QUESTION = requestHead("GET", "/api/currencies", { "Content-Length": "100000000" });
const STRANGERS_FILE = requestHead("POST", "/api/identity/documents?side=front", {
  "Content-Type": "multipart/form-data; boundary=x",
  "Content-Length": "100000000",
});

/** Writes `text` again and again until the server closes. */
async function drip(connection: RawConnection, text: string): Promise<void> {
  let isClosed = false;
  void connection.closed.then(() => (isClosed = true));
  while (!isClosed) {
    connection.write(text);
    await pause(20);
  }
}

/** The status of an answer to what never became a request, which is in the shape of all errors. */
function unreadable({ status, headers, body }: RawAnswer): number {
  const error = JSON.parse(body) as ErrorBody;
  expect(error).toEqual({
    message: "We couldn't read this request.",
    code: "bad_request",
    request_id: headers["x-request-id"],
  });
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    connection: "close",
  });
  return status;
}

describe("a client that does not speak HTTP", () => {
  test.each([
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["a header without a name", "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n: x\r\n\r\n", 400],
    [
      "two lengths",
      "POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      400,
    ],
    [
      "a length and chunks",
      "POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
      400,
    ],
    [
      "headers over 16 KiB",
      `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`,
      431,
    ],
  ])("is answered as any other error is, and the connection ends: %s", async (_what, text, status) => {
    const api = await startTestApp({ dialect: "sqlite" });
    const connection = await rawConnection(await api.listen());
    connection.write(text);
    expect(unreadable(await connection.answer())).toBe(status);
    await connection.closed;
    await api.close();
  });
});

describe("a client that is slow on purpose", () => {
  let api: TestApp;
  afterEach(() => api.close());
  const start = async (times: object): Promise<RawConnection> => {
    api = await startTestApp({ dialect: "sqlite", times: { sweep: 20, ...times } });
    return rawConnection(await api.listen());
  };

  test("has its headers here in time", async () => {
    const connection = await start({ headers: 300 });
    connection.write("POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    await drip(connection, "X-Slow: 1\r\n");
    expect(unreadable(await connection.answer())).toBe(408);
  });

  test.each([
    ["with a length", POST_LOGIN, " "],
    ["in chunks", POST_IN_CHUNKS, "1\r\n \r\n"],
  ])("has its body here in time: %s", async (_, head, piece) => {
    const connection = await start({ body: 300 });
    connection.write(head);
    await drip(connection, piece);
    // Neither an answer nor an error of ours.
    await expect(connection.answer()).rejects.toThrow("closed");
    expect(api.log).toEqual([]);
  });

  test.each([
    ["a body of another kind", REFUSED, 415],
    ["a question's body", QUESTION, 200],
    ["a stranger's file", STRANGERS_FILE, 401],
  ])("cannot go on sending what is not read: %s", async (_, head, status) => {
    const connection = await start({ body: 300 });
    connection.write(head);
    expect((await connection.answer()).status).toBe(status);
    await drip(connection, "x".repeat(1000));
  });

  describe("is answered before its body is here", () => {
    const CHUNK = `8000\r\n${" ".repeat(0x80_00)}\r\n`;
    const IN_CHUNKS = { "Content-Type": "application/octet-stream", "Transfer-Encoding": "chunked" };

    // The body's own time would be over far later than a test runs.
    test.each([
      ["another kind, in chunks", requestHead("POST", "/login", IN_CHUNKS), 415],
      ["another kind, announced as long", REFUSED, 415],
      ["chunks of a question", requestHead("GET", "/api/currencies", IN_CHUNKS), 200],
      ["too much JSON in chunks", POST_IN_CHUNKS + CHUNK.repeat(3), 413],
      ["a stranger's file", STRANGERS_FILE, 401],
    ])("and is cut off after it: %s", async (_, head, status) => {
      const connection = await start({ drain: 50 });
      connection.write(head);
      expect(await connection.answer()).toMatchObject({ status, headers: { connection: "close" } });
      await drip(connection, CHUNK);
    });

    test("and may still read the answer while it sends", async () => {
      const connection = await start({ drain: 600_000 });
      connection.write(requestHead("POST", "/login", IN_CHUNKS));
      expect((await connection.answer()).status).toBe(415);
      // More than the buffers of both ends hold: without a reader the end of it would not arrive.
      await connection.sent(CHUNK.repeat(500));
      connection.close();
      await connection.closed;
    });

    test("and what is pipelined behind the body is not begun", async () => {
      const connection = await start({ drain: 600_000 });
      const read = vi.spyOn(api.services.sessions, "read");
      connection.write(requestHead("POST", "/login", IN_CHUNKS));
      expect((await connection.answer()).status).toBe(415);
      expect(read).toHaveBeenCalledOnce();
      connection.write(`${CHUNK}0\r\n\r\n${requestHead("POST", "/logout")}`);
      await connection.closed;
      expect(read).toHaveBeenCalledOnce();
    });

    test("and keeps the connection where the body is short", async () => {
      const connection = await start({ drain: 50 });
      const short = { "Content-Type": "text/plain", "Content-Length": "5" };
      connection.write(requestHead("POST", "/login", short));
      expect((await connection.answer()).status).toBe(415);
      connection.write(`abcde${requestHead("GET", "/api/currencies")}`);
      expect((await connection.answer()).status).toBe(200);
    });
  });

  test("has longer for a file", async () => {
    const connection = await start({ body: 100 });
    const customer = api.client();
    await customer.login("unverified@demo.test");
    const end = "\r\n--x--\r\n";
    const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 slow';
    connection.write(
      requestHead("POST", "/api/identity/documents?side=front", {
        Cookie: customer.cookies.header,
        "X-XSRF-TOKEN": customer.cookies.get("XSRF-TOKEN") ?? "",
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": String(file.length + end.length),
      }) + file,
    );
    // Far beyond what a body has, on any machine.
    await pause(500);
    connection.write(end);
    expect((await connection.answer()).status).not.toBe(408);
  });

  test("has its file here within the upload's time", async () => {
    const connection = await start({ headers: 200, body: 100, upload: 300 });
    const customer = api.client();
    await customer.login("unverified@demo.test");
    connection.write(
      requestHead("POST", "/api/identity/documents?side=front", {
        Cookie: customer.cookies.header,
        "X-XSRF-TOKEN": customer.cookies.get("XSRF-TOKEN") ?? "",
        "Content-Type": "multipart/form-data; boundary=x",
        "Transfer-Encoding": "chunked",
      }),
    );
    await drip(connection, "1\r\nx\r\n");
    expect(api.log).toEqual([]);
  });
});

describe("once the application closes", () => {
  test("idle and half-sent connections are closed, answers are finished", async () => {
    const api = await startTestApp({ dialect: "sqlite" });
    const port = await api.listen();
    const open = (): Promise<RawConnection> => rawConnection(port);
    const [idle, used, halfHead, halfBody, refused, busy] = await Promise.all([
      open(),
      open(),
      open(),
      open(),
      open(),
      open(),
    ]);
    used.write(requestHead("GET", "/healthz"));
    await used.answer();
    halfHead.write("POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    refused.write(REFUSED);
    await refused.answer();
    const waiting: (() => void)[] = [];
    const read = vi.spyOn(api.services.sessions, "read").mockImplementation(
      () =>
        new Promise((resolve) => {
          waiting.push(() => resolve(null));
        }),
    );
    busy.write(requestHead("GET", "/api/currencies"));
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    halfBody.write(POST_LOGIN);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));

    const closing = api.close();
    await Promise.all([idle, used, halfHead, halfBody, refused].map(({ closed }) => closed));
    for (const goOn of waiting) goOn();
    read.mockRestore();
    expect(await busy.answer()).toMatchObject({ status: 200, headers: { connection: "close" } });
    await busy.closed;
    await closing;
  });

  test("an answer that does not end is cut off", async () => {
    const api = await startTestApp({ dialect: "sqlite", times: { lastAnswers: 200 } });
    const busy = await rawConnection(await api.listen());
    const read = vi.spyOn(api.services.sessions, "read").mockReturnValue(new Promise(() => undefined));
    busy.write(requestHead("GET", "/api/currencies"));
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
    await api.close();
    await busy.closed;
  });
});

test("a process that was asked to stop says that it is not ready, and answers until no one asks", async () => {
  const api = await startTestApp({ dialect: "sqlite" });
  const connection = await rawConnection(await api.listen());
  connection.write(requestHead("GET", "/api/currencies"));
  expect((await connection.answer()).headers).not.toHaveProperty("connection", "close");
  api.services.vitals.stopping = true;
  endKeptConnections(api.app.server);
  connection.write(requestHead("GET", "/readyz"));
  expect(await connection.answer()).toMatchObject({ status: 503, headers: { connection: "close" } });
  await connection.closed;
  const next = await rawConnection(await api.listen());
  next.write(requestHead("GET", "/api/currencies"));
  expect(await next.answer()).toMatchObject({ status: 200, headers: { connection: "close" } });
  await api.close();
});

test("SIGTERM ends the process although clients hold connections open", async () => {
  const database = await freshDatabase("sqlite");
  const server = await startServer({ DATABASE_URL: database.url });
  try {
    const port = Number.parseInt(new URL(server.origin).port, 10);
    const [idle, halfHead, halfBody] = await Promise.all([1, 2, 3].map(() => rawConnection(port)));
    halfHead?.write("GET / HTTP/1.1\r\nHost: x\r\n");
    halfBody?.write(POST_LOGIN);
    idle?.write(requestHead("GET", "/healthz"));
    await idle?.answer();
    expect(await server.stop()).toBe(0);
    for (const connection of [idle, halfHead, halfBody]) await connection?.closed;
  } finally {
    await server.kill();
    await database.close();
  }
});
