import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { CommandBox } from "./command-box.tsx";
import type { CommandGroup } from "./commands.ts";
import { MantineFrame } from "./theme/frame.tsx";

test("what is found after the typing is chosen, and Enter runs it", async () => {
  const run = vi.fn<() => void>();
  const box = (groups: readonly CommandGroup[]) => (
    <MantineFrame>
      <CommandBox open label="Search" placeholder="Search" groups={groups} onClose={() => undefined} />
    </MantineFrame>
  );
  const person = userEvent.setup();
  const { rerender } = render(box([]));
  await person.type(await screen.findByRole("combobox", { name: "Search" }), "mary");
  rerender(box([{ label: "Customers", found: true, commands: [{ key: "1", label: "Mary Citizen", run }] }]));
  await screen.findByRole("option", { name: "Mary Citizen", selected: true, hidden: true });
  await person.keyboard("{Enter}");
  expect(run).toHaveBeenCalledOnce();
});
