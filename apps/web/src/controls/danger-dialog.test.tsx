import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DangerDialog } from "./danger-dialog.tsx";
import { MantineFrame } from "./theme/frame.tsx";

function open(acting = false) {
  const calls = { onAct: vi.fn<() => void>(), onKeep: vi.fn<() => void>() };
  render(
    <DangerDialog
      open
      title="Cancel this deposit?"
      act="Cancel deposit"
      keep="Keep deposit"
      acting={acting}
      {...calls}
    >
      <p>What comes is credited in any case.</p>
    </DangerDialog>,
    { wrapper: MantineFrame },
  );
  return calls;
}
const button = (name: string) => screen.findByRole("button", { name });

test("the focus starts on keeping it", async () => {
  open();
  await waitFor(async () => expect(document.activeElement).toBe(await button("Keep deposit")));
  expect(screen.getByRole("dialog", { name: "Cancel this deposit?" }).textContent).toContain(
    "What comes is credited in any case.",
  );
});

test.each([
  ["Keep deposit", "onKeep"],
  ["Close", "onKeep"],
  ["Cancel deposit", "onAct"],
] as const)("%s calls %s alone, once", async (name, called) => {
  const calls = open();
  fireEvent.click(await button(name));
  expect(Object.entries(calls).map(([call, spy]) => [call, spy.mock.calls.length])).toEqual(
    Object.keys(calls).map((call) => [call, call === called ? 1 : 0]),
  );
});

test("while it runs, a second press does nothing", async () => {
  const { onAct } = open(true);
  fireEvent.click(await button("Cancel deposit"));
  expect(onAct).not.toHaveBeenCalled();
});
