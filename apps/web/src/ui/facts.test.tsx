import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Facts } from "./facts.tsx";

test("facts with the same label are all there, and stay when one of them goes", () => {
  const warned = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const facts = [
    ["10:00", "Asked for"],
    ["10:00", "Approved"],
    ["10:01", "Paid"],
  ] as const;
  const { rerender } = render(<Facts facts={facts} />);
  expect(screen.getAllByRole("definition").map(({ textContent: text }) => text)).toEqual([
    "Asked for",
    "Approved",
    "Paid",
  ]);
  rerender(<Facts facts={facts.slice(1)} />);
  expect(screen.getAllByRole("definition").map(({ textContent: text }) => text)).toEqual([
    "Approved",
    "Paid",
  ]);
  expect(warned).not.toHaveBeenCalled();
});
