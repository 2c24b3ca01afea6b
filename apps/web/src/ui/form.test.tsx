import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Form } from "./form.tsx";

test("a form is sent by the page's code alone", () => {
  const onSubmit = vi.fn<(form: HTMLFormElement) => void>();
  render(
    <Form aria-label="Sign in" onSubmit={onSubmit}>
      <input name="password" defaultValue="secret" />
    </Form>,
  );
  const form = screen.getByRole<HTMLFormElement>("form", { name: "Sign in" });
  expect(form.method).toBe("dialog");
  // False: the browser's own way of sending it was stopped.
  expect(fireEvent.submit(form)).toBe(false);
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(form);
});
