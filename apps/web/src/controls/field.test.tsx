import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef, startTransition, Suspense, use, useState, type ReactNode, type RefObject } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { DateField } from "./date-field.tsx";
import { FileDrop } from "./file-drop.tsx";
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
    await user.click(eye("Show password"));
    expect(type()).toBe("text");
    expect(eye("Hide password").getAttribute("aria-pressed")).toBe("true");
    await user.click(screen.getByLabelText("Password"));
    await user.tab();
    await user.keyboard(" ");
    expect(type()).toBe("password");
  });

  test("is shown by a bare click, as assistive software and a replayed click make it", () => {
    show(<PasswordField label="Password" />);
    act(() => eye("Show password").click());
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

describe("a date", () => {
  test("is chosen in a calendar by the keyboard alone, and the focus is back at its button", async () => {
    const user = userEvent.setup();
    const onChoose = vi.fn<(day: string) => void>();
    show(<DateField label="From" value="2026-01-31" onChange={vi.fn<() => void>()} onChoose={onChoose} />);
    const button = screen.getByRole("button", { name: "Calendar: From" });
    await user.click(screen.getByLabelText("From", { exact: true }));
    await user.tab();
    expect(document.activeElement).toBe(button);
    await user.keyboard("{Enter}");
    const calendar = await screen.findByRole("dialog", { name: "Calendar: From" });
    expect(button.ariaExpanded).toBe("true");
    const day = within(calendar).getByRole("button", { name: "30 January 2026" });
    day.focus();
    await user.keyboard("{ArrowRight}{ArrowLeft}{ArrowLeft}{Enter}");
    expect(onChoose).toHaveBeenCalledWith("2026-01-29");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test("keeps what is typed when the calendar is closed by Escape or by its button", async () => {
    const user = userEvent.setup();
    const onChoose = vi.fn<(day: string) => void>();
    show(<DateField label="From" value="31/1/2026" onChange={vi.fn<() => void>()} onChoose={onChoose} />);
    const button = screen.getByRole("button", { name: "Calendar: From" });
    for (const close of [() => user.keyboard("{Escape}"), () => user.click(button)]) {
      await user.click(button);
      await screen.findByRole("dialog", { name: "Calendar: From" });
      await close();
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
    expect(onChoose).not.toHaveBeenCalled();
  });
});

describe("a field for a file", () => {
  const photo = new File(["photo"], "passport.png", { type: "image/png" });
  const onFile = vi.fn<(file: File) => void>();
  const onRefused = vi.fn<(problem: string) => void>();
  beforeEach(() => {
    onFile.mockClear();
    onRefused.mockClear();
  });

  const field = (open: RefObject<(() => void) | null>, id = "photo"): ReactNode => (
    <>
      <label htmlFor={id}>Photo</label>
      <FileDrop
        id={id}
        name="front"
        accept={{ "image/png": [".png"] }}
        largest={10}
        invalid={false}
        describedBy="hint"
        disabled={false}
        onFile={onFile}
        onRefused={onRefused}
        openRef={open}
      >
        <Button onClick={() => open.current?.()}>Choose</Button>
      </FileDrop>
    </>
  );

  function drop(files: readonly File[]): void {
    show(field(createRef<() => void>()));
    const items = files.map((file) => ({ kind: "file", type: file.type, getAsFile: () => file }));
    fireEvent.drop(screen.getByRole("button", { name: "Choose" }), {
      dataTransfer: { files, items, types: ["Files"] },
    });
  }

  test("takes one that is dropped on it", async () => {
    drop([photo]);
    await waitFor(() => expect(onFile).toHaveBeenCalledWith(photo));
    expect(onRefused).not.toHaveBeenCalled();
  });

  test("takes the first of several", async () => {
    drop([photo, new File(["other"], "other.png", { type: "image/png" })]);
    await waitFor(() => expect(onFile).toHaveBeenCalledWith(photo));
    expect(onFile).toHaveBeenCalledOnce();
    expect(onRefused).not.toHaveBeenCalled();
  });

  test("opens the choice of the field that is there, while another place for it was begun and given up", () => {
    const open = createRef<() => void>();
    const never = new Promise<never>(() => undefined);
    const Waits = (): ReactNode => use(never);
    function Page() {
      const [moves, setMoves] = useState(false);
      return (
        <>
          <button type="button" onClick={() => startTransition(() => setMoves(true))}>
            Move
          </button>
          <Suspense>{moves ? [field(open, "elsewhere"), <Waits key="waits" />] : field(open)}</Suspense>
        </>
      );
    }
    show(<Page />);
    const clicked = vi.fn<() => void>();
    screen.getByLabelText("Photo").addEventListener("click", clicked);
    fireEvent.click(screen.getByRole("button", { name: "Move" }));
    open.current?.();
    expect(clicked).toHaveBeenCalledOnce();
  });

  test("takes one that is chosen, by its label and its button", async () => {
    drop([]);
    await userEvent.upload(screen.getByLabelText("Photo"), photo);
    await waitFor(() => expect(onFile).toHaveBeenCalledWith(photo));
    const opened = vi.spyOn(HTMLInputElement.prototype, "click");
    await userEvent.click(screen.getByRole("button", { name: "Choose" }));
    expect(opened).toHaveBeenCalledOnce();
    opened.mockRestore();
  });

  test.each([
    ["kind", [new File(["page"], "page.html", { type: "text/html" })]],
    ["size", [new File(["more than ten"], "passport.png", { type: "image/png" })]],
  ] as const)("refuses, and says why: %s", async (problem, files) => {
    drop(files);
    await waitFor(() => expect(onRefused).toHaveBeenCalledWith(problem));
    expect(onFile).not.toHaveBeenCalled();
  });
});
