import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CopyRow } from "./copy-row.tsx";
import { MantineFrame } from "./theme/frame.tsx";

// jsdom itself has no clipboard.
function giveClipboard(writeText: (text: string) => Promise<void>): void {
  vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: { writeText } } }));
}
const selected = (): string => String(window.getSelection());

afterEach(() => {
  vi.unstubAllGlobals();
  window.getSelection()?.removeAllRanges();
});

test("copies the value unchanged and says so", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  giveClipboard(writeText);
  render(<CopyRow label="Reference" value="WTL-7 K4" />, { wrapper: MantineFrame });
  fireEvent.click(screen.getByRole("button", { name: /^Copy ?Reference$/ }));
  await screen.findByRole("button", { name: /^Copied ?Reference$/ });
  expect(writeText.mock.calls).toEqual([["WTL-7 K4"]]);
  expect(selected()).toBe("");
});

test.each([
  ["copying is forbidden", () => giveClipboard(() => Promise.reject(new Error("denied")))],
  ["there is no clipboard", () => undefined],
])("where %s, each press selects the value instead", async (_case, prepare) => {
  prepare();
  render(<CopyRow label="Reference" value="WTL-7 K4" />, { wrapper: MantineFrame });
  const button = screen.getByRole("button", { name: /^Copy ?Reference$/ });
  fireEvent.click(button);
  await waitFor(() => expect(selected()).toBe("WTL-7 K4"));
  window.getSelection()?.removeAllRanges();
  fireEvent.click(button);
  await waitFor(() => expect(selected()).toBe("WTL-7 K4"));
  expect(screen.queryByText("Copied")).toBeNull();
});
