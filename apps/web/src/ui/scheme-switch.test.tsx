import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { SchemeSwitch, SchemeToggle } from "./scheme-switch.tsx";
import { SCHEME_COOKIE } from "@wattle/contracts/theme-colours";
import { chooseScheme, keptScheme } from "./theme/colour-scheme.ts";

afterEach(() => chooseScheme("system"));
const applied = (): string | undefined => document.documentElement.dataset["scheme"];

describe("the colour scheme", () => {
  test("follows the system until one is chosen", () => {
    render(<SchemeSwitch />);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "System" }).checked).toBe(true);
    expect(applied()).toBeUndefined();
    expect(document.cookie).not.toContain(SCHEME_COOKIE);
  });

  test.each([
    ["Light", "light"],
    ["Dark", "dark"],
  ])("%s is applied at once and kept", (name, scheme) => {
    render(<SchemeSwitch />);
    fireEvent.click(screen.getByRole("radio", { name }));
    expect(applied()).toBe(scheme);
    expect(document.cookie).toContain(`${SCHEME_COOKIE}=${scheme}`);
  });

  test("going back to the system forgets the choice", () => {
    render(<SchemeSwitch />);
    fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
    fireEvent.click(screen.getByRole("radio", { name: "System" }));
    expect(applied()).toBeUndefined();
    expect(document.cookie).not.toContain(SCHEME_COOKIE);
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
    ["<script>", "system"],
    [null, "system"],
  ])("on the next visit the kept choice %s is read as %s", (kept, choice) => {
    if (kept !== null) document.cookie = `other=1; Path=/`;
    if (kept !== null) document.cookie = `${SCHEME_COOKIE}=${kept}; Path=/`;
    expect(keptScheme()).toBe(choice);
  });
});
