import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";

test("codes that were written down by hand are enough to go on", async () => {
  const onDone = vi.fn<() => void>();
  await renderScreen(<RecoveryCodeList codes={["AAAA-BBBB-CCCC"]} onDone={onDone} />);
  const done = await screen.findByRole<HTMLButtonElement>("button", { name: "I’ve saved them" });
  expect(done.disabled).toBe(true);
  await userEvent.click(screen.getByRole("checkbox", { name: "I have a copy of these codes" }));
  await userEvent.click(done);
  expect(onDone).toHaveBeenCalledOnce();
});
