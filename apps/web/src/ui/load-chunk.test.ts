import { afterEach, describe, expect, test, vi } from "vitest";
import { recoverOnce, reloadAt } from "../navigation/chunk-recovery.ts";
import { CHUNK_TIMEOUT_MILLISECONDS, ChunkLoadError, loadChunk } from "./load-chunk.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ADDRESS = "https://wattle.example/js/chunks/basics.abc.js";
const failed = (): Promise<never> =>
  Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${ADDRESS}`));

describe("loading a chunk", () => {
  test("what has loaded is handed on", async () => {
    await expect(loadChunk("basics", async () => "module")).resolves.toBe("module");
  });

  test.each<[string, () => Promise<Response>, string, string]>([
    ["gone from the server", async () => new Response(null, { status: 404 }), "missing", ADDRESS],
    [
      "answered by a page instead",
      async () => new Response("", { headers: { "Content-Type": "text/html; charset=utf-8" } }),
      "missing",
      ADDRESS,
    ],
    [
      "there, but broken",
      async () => new Response("", { headers: { "Content-Type": "text/javascript" } }),
      "error",
      ADDRESS,
    ],
    ["no network", async () => Promise.reject(new TypeError("Failed to fetch")), "error", ADDRESS],
  ])("%s", async (_title, answer, reason, detail) => {
    vi.stubGlobal("fetch", vi.fn(answer));
    const error: unknown = await loadChunk("basics", failed).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChunkLoadError);
    expect(error).toMatchObject({ id: "basics", reason });
    expect(String(error)).toBe(`ChunkLoadError: Loading chunk basics failed (${reason}: ${detail})`);
  });

  test("an error without an address gives its type", async () => {
    const error: unknown = await loadChunk("basics", () => Promise.reject(new SyntaxError("x"))).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(error)).toContain("Loading chunk basics failed (error: SyntaxError)");
  });

  test("after 120 seconds it has failed", async () => {
    vi.useFakeTimers();
    expect(CHUNK_TIMEOUT_MILLISECONDS).toBe(120_000);
    const outcome = loadChunk("basics", () => new Promise(() => undefined)).catch(
      (thrown: unknown) => thrown,
    );
    await vi.advanceTimersByTimeAsync(119_999);
    let settled = false;
    void outcome.then(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(String(await outcome)).toBe("ChunkLoadError: Loading chunk basics failed (timeout)");
  });
});

describe("recovery after a deployment", () => {
  const missing = new ChunkLoadError("basics", "missing", "");

  test("a page whose chunk is gone is loaded again, once", () => {
    const reload = vi.spyOn(reloadAt, "path").mockReturnValue(undefined);
    expect(recoverOnce(missing, "/basics?a=1", 1_000_000)).toBe(true);
    expect(recoverOnce(missing, "/basics?a=1", 1_010_000)).toBe(false);
    expect(reload.mock.calls).toEqual([["/basics?a=1"]]);
    expect(recoverOnce(missing, "/basics?a=1", 1_040_000)).toBe(true);
  });

  test.each([
    ["a time-out", new ChunkLoadError("basics", "timeout", "")],
    ["a broken chunk", new ChunkLoadError("basics", "error", "")],
    ["any other error", new Error("x")],
  ])("%s is shown instead", (_title, error) => {
    const reload = vi.spyOn(reloadAt, "path").mockReturnValue(undefined);
    expect(recoverOnce(error, "/basics", 1_000_000)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
