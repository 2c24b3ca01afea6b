import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Loaded, type Answer } from "./loaded.tsx";
import { MantineFrame } from "./theme/frame.tsx";

function show(answer: Partial<Answer<readonly string[]>>, failed?: string) {
  const refetch = vi.fn<() => void>();
  render(
    <Loaded
      query={{ data: undefined, isError: false, refetch, ...answer }}
      what="your tokens"
      note="Nothing is lost."
      lines={3}
      failed={failed}
      empty="No token yet"
    >
      {(names) => names.join()}
    </Loaded>,
    { wrapper: MantineFrame },
  );
  return refetch;
}
const text = (): string => document.body.textContent;

test("while it loads, a skeleton keeps its place", () => {
  show({});
  expect(screen.getByText("Loading your tokens").closest("[aria-busy=true]")).not.toBeNull();
});

test("if it failed, it says so and tries again", () => {
  const refetch = show({ isError: true });
  expect(text()).toContain("We couldn’t load your tokens");
  expect(text()).toContain("Nothing is lost.");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
});

test("if there is no such thing, the screen's own words say so", () => {
  show({ isError: true }, "No such token");
  expect(text()).toContain("No such token");
  expect(screen.queryByRole("button")).toBeNull();
});

test("an empty list is not an answer without words", () => {
  show({ data: [] });
  expect(text()).toContain("No token yet");
});

test("data stay when they could not be read again", () => {
  show({ data: ["a", "b"], isError: true });
  expect(text()).toContain("a,b");
});
