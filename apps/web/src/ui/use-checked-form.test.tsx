import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { setSilently } from "../testing/set-silently.ts";
import { useLayoutEffect, useRef } from "react";
import { describe, expect, test, vi } from "vitest";
import { TextField } from "./field.tsx";
import { useCheckedForm } from "./use-checked-form.ts";

const onCommit = vi.fn<(field: string, value: string) => void>();
let form: ReturnType<typeof useTestForm>;

function useTestForm(element: { readonly current: HTMLFormElement | null }) {
  return useCheckedForm({
    fields: ["password", "again"],
    form: element,
    judgedWith: { password: ["again"] },
    onCommit,
    problemOf: (name, value, values) => {
      if (value === "") return `${name} is missing`;
      return name === "again" && value !== values.password ? "not the same" : undefined;
    },
  });
}

function Form() {
  const element = useRef<HTMLFormElement>(null);
  const used = useTestForm(element);
  useLayoutEffect(() => {
    form = used;
  });
  return (
    <form ref={element}>
      <TextField {...used.field("password")} label="Password" />
      <TextField {...used.field("again")} label="Again" />
    </form>
  );
}

const input = (label: string): HTMLInputElement => screen.getByLabelText(label);
const describedBy = (label: string): string => {
  const id = input(label).getAttribute("aria-describedby");
  return id === null ? "" : (document.getElementById(id)?.textContent ?? "");
};

describe("a form with rules", () => {
  test("judges a field when it is left, not while it is typed in", async () => {
    render(<Form />);
    const user = userEvent.setup();
    await user.click(input("Password"));
    await user.tab();
    expect(describedBy("Password")).toBe("password is missing");
    await user.type(input("Password"), "a");
    expect(describedBy("Password")).toBe("password is missing");
    await user.tab();
    expect(describedBy("Password")).toBe("");
    expect(input("Password").getAttribute("aria-invalid")).toBeNull();
  });

  test("judges a confirmation again when its password changes", async () => {
    render(<Form />);
    const user = userEvent.setup();
    await user.type(input("Password"), "one");
    await user.type(input("Again"), "one");
    await user.tab();
    expect(describedBy("Again")).toBe("");
    await user.clear(input("Password"));
    await user.type(input("Password"), "two");
    await user.tab();
    expect(describedBy("Again")).toBe("not the same");
  });

  test("judges what the browser or the page fills in", () => {
    render(<Form />);
    fireEvent.change(input("Password"), { target: { value: "filled" } });
    expect(screen.getByText("Valid")).toBeDefined();
    expect(onCommit).toHaveBeenLastCalledWith("password", "filled");
    act(() => form.set("again", "other"));
    expect(describedBy("Again")).toBe("not the same");
  });

  test("checking all leads to the first field that fails, and can be limited to some", () => {
    render(<Form />);
    act(() => expect(form.check(["again"])).toBe(false));
    expect(document.activeElement).toBe(input("Again"));
    expect(describedBy("Password")).toBe("");
    act(() => expect(form.check()).toBe(false));
    expect(document.activeElement).toBe(input("Password"));
    expect(describedBy("Password")).toBe("password is missing");
  });

  test("what the server refused has no tick anywhere until it is changed", () => {
    render(<Form />);
    const valid = (name: "password" | "again"): boolean => form.field(name).valid;
    act(() => {
      form.set("password", "hidden");
      form.set("again", "hidden");
    });
    expect(valid("password") && valid("again")).toBe(true);
    act(() => form.refuse({ again: ["the server says no"] }));
    fireEvent.blur(input("Password"));
    fireEvent.blur(input("Again"));
    expect(valid("password") || valid("again")).toBe(false);
    act(() => form.set("password", "hidden too"));
    expect(valid("password")).toBe(true);
  });

  test("shows what the server refused, and begins again", () => {
    render(<Form />);
    act(() => form.refuse({ again: ["the server says no"], elsewhere: ["ignored"] }));
    expect(describedBy("Again")).toBe("the server says no");
    expect(document.activeElement).toBe(input("Again"));
    act(() => form.reset());
    expect(describedBy("Again")).toBe("");
  });

  test("what a program set without any event counts when the form is sent", async () => {
    render(<Form />);
    setSilently(input("Password"), "one");
    setSilently(input("Again"), "one");
    fireEvent.submit(input("Password"));
    expect(form.values).toEqual({ password: "one", again: "one" });
    let isRight = false;
    act(() => {
      isRight = form.check();
    });
    expect(isRight).toBe(true);
    expect([input("Password").value, input("Again").value]).toEqual(["one", "one"]);
  });

  test("what the server refused is said until something changes", async () => {
    render(<Form />);
    const user = userEvent.setup();
    await user.type(input("Password"), "one");
    await user.type(input("Again"), "one");
    act(() => form.refuse({ password: ["Too common"] }));
    expect(describedBy("Password")).toBe("Too common");
    await user.click(input("Password"));
    await user.tab();
    expect(describedBy("Password")).toBe("Too common");
    await user.type(input("Password"), "x");
    await user.tab();
    expect(describedBy("Password")).toBe("");
  });
});
