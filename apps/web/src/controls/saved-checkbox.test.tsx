import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { MantineFrame } from "./theme/frame.tsx";
import { SavedCheckbox } from "./saved-checkbox.tsx";

function show(): PromiseWithResolvers<boolean> {
  const answer = Promise.withResolvers<boolean>();
  function Screen() {
    const [kept, setKept] = useState(false);
    return (
      <SavedCheckbox
        name="receipts"
        label="Receipts"
        checked={kept}
        onSave={() => answer.promise.then(setKept)}
      />
    );
  }
  render(<Screen />, { wrapper: MantineFrame });
  return answer;
}
const isTicked = (): boolean => screen.getByRole<HTMLInputElement>("checkbox").checked;

test("the box is ticked by the press itself, and stays so once the server has it", async () => {
  const answer = show();
  fireEvent.click(screen.getByRole("checkbox"));
  expect(isTicked()).toBe(true);
  await act(async () => answer.resolve(true));
  expect(isTicked()).toBe(true);
});

test("a choice that the server does not keep is undone", async () => {
  const answer = show();
  fireEvent.click(screen.getByRole("checkbox"));
  expect(isTicked()).toBe(true);
  await act(async () => answer.reject(new Error("down")));
  expect(isTicked()).toBe(false);
});
