import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { beginLoading } from "./loading-store.ts";

const ends: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  render(<LoadingOverlay />);
});
afterEach(() => {
  act(() => {
    for (const end of ends.splice(0)) end();
    vi.advanceTimersByTime(1000);
  });
  vi.useRealTimers();
});

function begin(label: string, background = false): () => void {
  let end: () => void = () => undefined;
  act(() => {
    end = beginLoading(label, { background });
  });
  ends.push(end);
  return () => act(end);
}
const pass = (milliseconds: number): void => {
  act(() => void vi.advanceTimersByTime(milliseconds));
};
const flag = (): boolean => document.documentElement.hasAttribute("data-loading");

describe("the loading overlay", () => {
  test("the flag is on with a request and off with its answer", () => {
    const end = begin("Getting the rate");
    expect(flag()).toBe(true);
    end();
    expect(flag()).toBe(false);
  });

  test("it is painted only once a request has lasted 200 ms, and names what it waits for", () => {
    begin("Getting the rate");
    pass(199);
    expect(screen.queryByText("Getting the rate…")).toBeNull();
    pass(1);
    expect(screen.getByText("Getting the rate…")).toBeDefined();
  });

  test("a request that is answered sooner paints nothing", () => {
    begin("Getting the rate")();
    pass(1000);
    expect(screen.queryByText(/Getting/)).toBeNull();
  });

  test("it stays for 150 ms after the answer", () => {
    const end = begin("Exchanging");
    pass(200);
    end();
    expect(flag()).toBe(false);
    pass(149);
    expect(screen.getByText("Exchanging…")).toBeDefined();
    pass(1);
    expect(screen.queryByText("Exchanging…")).toBeNull();
  });

  test("it waits for all requests", () => {
    const first = begin("Getting the rate");
    const second = begin("Getting your balances");
    pass(200);
    first();
    pass(500);
    expect(screen.getByText("Getting your balances…")).toBeDefined();
    second();
    pass(150);
    expect(screen.queryByText(/Getting/)).toBeNull();
  });

  test("Escape closes it, until what is under way has been answered", () => {
    const first = begin("Exchanging");
    pass(200);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.queryByText("Exchanging…")).toBeNull();
    expect(flag()).toBe(true);
    const second = begin("Getting the rate");
    pass(1000);
    expect(screen.queryByText(/…/)).toBeNull();
    first();
    second();
    begin("Getting the rate");
    pass(200);
    expect(screen.getByText("Getting the rate…")).toBeDefined();
  });

  test("Escape for the overlay does not reach a dialog under it", () => {
    const below = vi.fn<() => void>();
    document.addEventListener("keydown", below);
    begin("Exchanging");
    pass(200);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(below).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(below).toHaveBeenCalledOnce();
    document.removeEventListener("keydown", below);
  });

  test("Escape while it fades away reaches what is under it", () => {
    const below = vi.fn<() => void>();
    document.addEventListener("keydown", below);
    const answered = begin("Exchanging");
    pass(1000);
    answered();
    expect(screen.getByText("Exchanging…")).toBeDefined();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(below).toHaveBeenCalledOnce();
    document.removeEventListener("keydown", below);
  });

  test("a request that no one waits for sets the flag and never covers the page", () => {
    begin("Checking your login", true);
    pass(5000);
    expect(flag()).toBe(true);
    expect(screen.queryByText(/…/)).toBeNull();
  });
});
