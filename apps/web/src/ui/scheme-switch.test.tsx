import { fireEvent, render, screen } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { SchemeSwitch, SchemeToggle } from "./scheme-switch.tsx";
import { chooseScheme, SCHEME_KEY } from "./theme/colour-scheme.ts";

afterEach(() => chooseScheme("system"));
const applied = (): string | undefined => document.documentElement.dataset["scheme"];

describe("the colour scheme", () => {
  test("follows the system until one is chosen", () => {
    render(<SchemeSwitch />);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "System" }).checked).toBe(true);
    expect(applied()).toBeUndefined();
    expect(localStorage.getItem(SCHEME_KEY)).toBeNull();
  });

  test.each([
    ["Light", "light"],
    ["Dark", "dark"],
  ])("%s is applied at once and kept", (name, scheme) => {
    render(<SchemeSwitch />);
    fireEvent.click(screen.getByRole("radio", { name }));
    expect(applied()).toBe(scheme);
    expect(localStorage.getItem(SCHEME_KEY)).toBe(scheme);
  });

  test("going back to the system forgets the choice", () => {
    render(<SchemeSwitch />);
    fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
    fireEvent.click(screen.getByRole("radio", { name: "System" }));
    expect(applied()).toBeUndefined();
    expect(localStorage.getItem(SCHEME_KEY)).toBeNull();
  });

  test("the toggle turns to the other scheme than the painted one", () => {
    render(<SchemeToggle />);
    const toggle = screen.getByRole("button", { name: "Switch between light and dark" });
    fireEvent.click(toggle);
    expect(applied()).toBe("dark");
    fireEvent.click(toggle);
    expect(applied()).toBe("light");
  });

  test.each([
    ["dark", "dark"],
    ["light", "light"],
    ["<script>", undefined],
    [null, undefined],
  ])("the script before the first paint applies what was kept: %s", (kept, scheme) => {
    if (kept !== null) localStorage.setItem(SCHEME_KEY, kept);
    const source = readFileSync(`${import.meta.dirname}/theme/before-paint.js`, "utf8");
    // The file is a classic script of the page; here it runs as the body of a function.
    // oxlint-disable-next-line typescript/no-implied-eval
    new Function(source)();
    expect(applied()).toBe(scheme);
  });
});
