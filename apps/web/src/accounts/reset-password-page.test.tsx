import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { setSilently } from "../testing/set-silently.ts";
import { standInApi } from "../testing/stand-in-api.ts";
import { ResetPasswordPage } from "./reset-password-page.tsx";

test("a new password that a program filled in without events is read as it stands", async () => {
  const api = standInApi({ "accounts.resetPassword": () => ({ message: "Password changed" }) });
  const { address } = await renderScreen(
    <ResetPasswordPage token="a-token" email="customer@demo.test" />,
    "/reset-password",
  );
  const [password, again] = await screen.findAllByLabelText<HTMLInputElement>(/password/i, {
    selector: "input",
  });
  for (const field of [password, again]) if (field !== undefined) setSilently(field, "Wattle-Demo2");
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(address()).toBe("/login"));
  expect(api.inputs("accounts.resetPassword")).toEqual([
    {
      token: "a-token",
      email: "customer@demo.test",
      password: "Wattle-Demo2",
      password_confirmation: "Wattle-Demo2",
    },
  ]);
});
