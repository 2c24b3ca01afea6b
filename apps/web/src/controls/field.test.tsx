import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { PasswordField } from "./password-field.tsx";
import { SelectField } from "./select-field.tsx";
import { TextField } from "./text-field.tsx";
import { MantineFrame } from "./theme/frame.tsx";

interface Verdict {
  readonly error?: string;
  readonly hint?: string;
}

const FIELDS: readonly (readonly [string, (verdict: Verdict) => ReactNode])[] = [
  ["a line of text", (verdict) => <TextField label="Answer" {...verdict} />],
  ["a password", (verdict) => <PasswordField label="Answer" {...verdict} />],
  [
    "a choice",
    (verdict) => <SelectField label="Answer" options={[]} onChange={vi.fn<() => void>()} {...verdict} />,
  ],
];

const show = (content: ReactNode) => render(content, { wrapper: MantineFrame });

describe.each(FIELDS)("%s", (_what, field) => {
  test("is named by its label alone, and neither wrong nor described while nothing is said of it", () => {
    show(field({}));
    const control = screen.getByLabelText("Answer", { exact: true });
    expect(control.getAttribute("aria-invalid")).toBeNull();
    expect(control.getAttribute("aria-describedby")).toBeNull();
  });

  test("is described by its error, then its hint", () => {
    show(field({ error: "wrong", hint: "a hint" }));
    const control = screen.getByLabelText("Answer", { exact: true });
    expect(control.getAttribute("aria-invalid")).toBe("true");
    const described = control.getAttribute("aria-describedby")?.split(/\s+/) ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(["wrong", "a hint"]);
  });
});

describe("a field's message while a click is under way", () => {
  afterEach(() => {
    fireEvent.keyDown(document.body);
    act(() => void vi.runAllTimers());
    vi.useRealTimers();
  });

  test.each(FIELDS)("appears only after it: %s", (_what, field) => {
    vi.useFakeTimers();
    const { rerender } = show(field({}));
    fireEvent.pointerDown(document.body, { button: 0 });
    rerender(field({ error: "wrong" }));
    expect(screen.queryByText("wrong")).toBeNull();
    fireEvent.pointerUp(document.body);
    act(() => void vi.runAllTimers());
    expect(screen.getByText("wrong")).toBeDefined();
  });
});

test("a valid value is marked so, unless it is wrong after all", () => {
  const { rerender } = show(<TextField label="Answer" valid />);
  expect(screen.getByText("Valid")).toBeDefined();
  rerender(<TextField label="Answer" valid error="wrong" />);
  expect(screen.queryByText("Valid")).toBeNull();
});

describe("a password", () => {
  const type = (): string | null => screen.getByLabelText("Password").getAttribute("type");
  const eye = (name: string): HTMLElement => screen.getByRole("button", { name });

  test("is shown and hidden by the mouse and by the keyboard", async () => {
    const user = userEvent.setup();
    show(<PasswordField label="Password" />);
    expect(type()).toBe("password");
    await user.click(eye("Show what is typed"));
    expect(type()).toBe("text");
    expect(eye("Hide what is typed").getAttribute("aria-pressed")).toBe("true");
    await user.click(screen.getByLabelText("Password"));
    await user.tab();
    await user.keyboard(" ");
    expect(type()).toBe("password");
  });

  test("is shown by a bare click, as assistive software and a replayed click make it", () => {
    show(<PasswordField label="Password" />);
    act(() => eye("Show what is typed").click());
    expect(type()).toBe("text");
  });
});

test("a button that is busy keeps the focus and its name, and takes no further click", async () => {
  const user = userEvent.setup();
  const onClick = vi.fn<() => void>();
  const { rerender } = show(<Button onClick={onClick}>Send</Button>);
  await user.click(screen.getByRole("button", { name: "Send" }));
  rerender(
    <Button loading onClick={onClick}>
      Send
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Send" });
  await user.click(button);
  expect(document.activeElement).toBe(button);
  expect(button.ariaBusy).toBe("true");
  expect(onClick).toHaveBeenCalledOnce();
});
