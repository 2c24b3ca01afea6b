import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TextField } from "./field.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  fireEvent.keyDown(document.body);
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
});

const message = (): string | undefined => screen.queryByText("wrong")?.textContent;

describe("a field's message while a click is under way", () => {
  test.each([
    ["the button is let go", "pointerUp"],
    ["a finger's mouse events end", "mouseUp"],
    ["the press becomes a scroll", "pointerCancel"],
    ["the press becomes a drag", "dragEnd"],
    ["a menu opens", "contextMenu"],
    ["the window is left", "blur"],
  ] as const)("appears only after %s", (_how, end) => {
    const { rerender } = render(<TextField label="Email" />);
    fireEvent.pointerDown(document.body, { button: 0 });
    fireEvent.mouseDown(document.body, { button: 0 });
    rerender(<TextField label="Email" error="wrong" />);
    // A field that loses the focus is no end of the press.
    fireEvent.blur(screen.getByLabelText("Email"));
    act(() => void vi.runAllTimers());
    expect(message()).toBeUndefined();
    fireEvent[end](end === "blur" ? window : document.body);
    expect(message()).toBeUndefined();
    act(() => void vi.runAllTimers());
    expect(message()).toBe("wrong");
  });

  test("stays until the end of it", () => {
    const { rerender } = render(<TextField label="Email" error="wrong" />);
    fireEvent.pointerDown(document.body, { button: 0 });
    rerender(<TextField label="Email" />);
    expect(message()).toBe("wrong");
    fireEvent.pointerUp(document.body);
    act(() => void vi.runAllTimers());
    expect(message()).toBeUndefined();
  });

  test("another button of the mouse holds nothing", () => {
    const { rerender } = render(<TextField label="Email" />);
    fireEvent.mouseDown(document.body, { button: 2 });
    rerender(<TextField label="Email" error="wrong" />);
    expect(message()).toBe("wrong");
  });
});
