import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { MantineFrame } from "./theme/frame.tsx";

const remove = vi.fn<() => void>();

function Example() {
  const [open, setOpen] = useState(false);
  return (
    <MantineFrame>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        title="Remove it?"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              Keep
            </Button>
            <Button kind="danger" onClick={remove}>
              Remove
            </Button>
          </>
        }
      >
        <p>It cannot be brought back.</p>
      </Dialog>
    </MantineFrame>
  );
}

async function opened() {
  const person = userEvent.setup();
  render(<Example />);
  await person.click(screen.getByRole("button", { name: "Open" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove it?" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return { person, dialog };
}

describe("a dialog", () => {
  test("the focus starts inside, and not on the action that cannot be undone", async () => {
    await opened();
    expect(document.activeElement).not.toBe(screen.getByRole("button", { name: "Remove" }));
    expect(remove).not.toHaveBeenCalled();
  });

  test("Escape closes the one on top alone, and then the one below", async () => {
    const [closeDrawer, closeQuestion] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const both = (asked: boolean) => (
      <MantineFrame>
        <Dialog open title="Request" place="side" onClose={closeDrawer}>
          <p>What is asked for.</p>
        </Dialog>
        {asked && (
          <Dialog open title="Confirm it’s you" onClose={closeQuestion}>
            <p>Enter your password.</p>
          </Dialog>
        )}
      </MantineFrame>
    );
    const { rerender } = render(both(false));
    rerender(both(true));
    await screen.findByText("Enter your password.");
    await userEvent.keyboard("{Escape}");
    expect([closeQuestion.mock.calls.length, closeDrawer.mock.calls.length]).toEqual([1, 0]);
    rerender(both(false));
    await userEvent.keyboard("{Escape}");
    expect([closeQuestion.mock.calls.length, closeDrawer.mock.calls.length]).toEqual([1, 1]);
  });

  test("the focus stays inside", async () => {
    const { person, dialog } = await opened();
    for (let step = 0; step < 5; step += 1) {
      await person.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
  });

  test.each([
    ["Escape", async (person: ReturnType<typeof userEvent.setup>) => person.keyboard("{Escape}")],
    [
      "the close icon",
      async (person: ReturnType<typeof userEvent.setup>) =>
        person.click(screen.getByRole("button", { name: "Close" })),
    ],
  ])("%s closes it and gives the focus back", async (_what, close) => {
    const { person } = await opened();
    await close(person);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
  });
});

test("one that is taken out of the page while it is open gives the focus back", async () => {
  function Made() {
    const [made, setMade] = useState(false);
    const close = (): void => setMade(false);
    return (
      <MantineFrame>
        <Button onClick={() => setMade(true)}>Make</Button>
        {made && (
          <Dialog open title="Made" onClose={close}>
            <p>It is there.</p>
          </Dialog>
        )}
      </MantineFrame>
    );
  }
  const person = userEvent.setup();
  render(<Made />);
  const make = screen.getByRole("button", { name: "Make" });
  await person.click(make);
  const dialog = await screen.findByRole("dialog", { name: "Made" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(make));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("one that closes leaves the focus with what took it", async () => {
  function Led() {
    const [open, setOpen] = useState(false);
    const heading = useRef<HTMLHeadingElement>(null);
    const lead = (): void => {
      heading.current?.focus();
      setOpen(false);
    };
    return (
      <MantineFrame>
        <h1 ref={heading} tabIndex={-1}>
          Where it leads
        </h1>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Dialog open={open} title="Go to" onClose={() => setOpen(false)}>
          <Button onClick={lead}>Lead</Button>
        </Dialog>
      </MantineFrame>
    );
  }
  const person = userEvent.setup();
  render(<Led />);
  await person.click(screen.getByRole("button", { name: "Open" }));
  const lead = await screen.findByRole("button", { name: "Lead" });
  vi.useFakeTimers();
  fireEvent.click(lead);
  // Past the moment in which Mantine would give the focus back.
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  vi.useRealTimers();
  expect(document.activeElement).toBe(screen.getByRole("heading"));
});
