import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ALERT_MILLISECONDS, showAlert, type AlertType } from "./alert-store.ts";
import { Alerts } from "./alerts.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  render(<Alerts />);
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (type: AlertType, text: string): void => {
  act(() => void showAlert({ type, text }));
};
const pass = (milliseconds: number): void => {
  act(() => void vi.advanceTimersByTime(milliseconds));
};

describe("alerts", () => {
  test.each<[AlertType, "alert" | "status"]>([
    ["error", "alert"],
    ["danger", "alert"],
    ["success", "status"],
    ["info", "status"],
  ])("%s is announced with role %s", (type, role) => {
    show(type, "Done");
    expect(screen.getByRole(role).textContent).toBe("Done");
  });

  test("the first colon is followed by a line break, later ones are not", () => {
    show("success", "Success exchange: 10:30 and: more");
    const text = screen.getByText("Success exchange:").closest("p");
    expect(text?.querySelectorAll("br")).toHaveLength(1);
    expect(text?.querySelector("br")?.previousSibling?.previousSibling?.textContent).toBe(
      "Success exchange:",
    );
    expect(text?.textContent).toBe("Success exchange: 10:30 and: more");
  });

  test("an alert hides after 4 seconds, not before", () => {
    expect(ALERT_MILLISECONDS).toBe(4000);
    show("error", "Get rate: no");
    pass(3999);
    expect(screen.getByRole("alert")).toBeDefined();
    pass(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    ["the pointer", fireEvent.pointerEnter, fireEvent.pointerLeave],
    ["the focus", fireEvent.focus, fireEvent.blur],
  ])("it stays while %s rests on it, and goes once that has left", (_what, come, go) => {
    show("success", "Read me");
    pass(3000);
    come(screen.getByRole("status"));
    pass(60_000);
    expect(screen.getByRole("status")).toBeDefined();
    go(screen.getByRole("status"));
    pass(999);
    expect(screen.getByRole("status")).toBeDefined();
    pass(1);
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("it can be closed by hand", () => {
    show("error", "First");
    show("error", "Second");
    const [first] = screen.getAllByRole("button", { name: "Close this message" });
    fireEvent.click(first ?? document.body);
    expect(screen.getAllByRole("alert").map((alert) => alert.textContent)).toEqual(["Second"]);
  });

  test("the same alert is not shown twice, and its time begins again", () => {
    show("error", "Get rate: no");
    pass(3000);
    show("error", "Get rate: no");
    pass(3000);
    expect(screen.getAllByRole("alert")).toHaveLength(1);
  });

  test("beyond four the oldest goes", () => {
    for (const text of ["a", "b", "c", "d", "e"]) show("error", text);
    expect(screen.getAllByRole("alert").map((alert) => alert.textContent)).toEqual(["b", "c", "d", "e"]);
  });

  test("all go when the page unloads", () => {
    show("error", "a");
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    ["an email address", "A link went to someone@demo.test", "someone@demo.test"],
    ["a reference", "Deposit: reference 38DY-LKSW-NHGE", "38DY-LKSW-NHGE"],
    ["a web address", "Note: see https://wattle.example/terms", "https://wattle.example/terms"],
  ])("%s keeps its letters", (_what, text, kept) => {
    show("info", text);
    expect(screen.getByText(kept).className).toMatch(/verbatim/);
  });
});
