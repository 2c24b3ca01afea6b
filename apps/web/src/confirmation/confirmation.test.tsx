import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { alertFailure } from "../failed-call.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { trpc } from "../trpc.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { ConfirmationHost } from "./confirmation-host.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
});

/** A page with an act that asks for a confirmation, and a field in which something was typed. */
function Page({ hosted = true }: { readonly hosted?: boolean }) {
  const create = trpc.tokens.create.useMutation({
    onError: (error) => void alertFailure("Create token", error),
  });
  return (
    <>
      <label>
        Name <input defaultValue="" />
      </label>
      <button
        type="button"
        onClick={() =>
          create.mutate({ name: "Bot", scopes: ["read"] } as Parameters<typeof create.mutate>[0])
        }
      >
        Create
      </button>
      <output>{create.isSuccess ? "made" : create.isError ? "refused" : ""}</output>
      {hosted && <ConfirmationHost />}
    </>
  );
}

const NO_FACTOR = { totp_since: null, recovery_codes_left: 0, passkeys: 0, needed_first: false };
const WITH_FACTOR = {
  totp_since: "2026-11-22T00:00:00.000Z",
  recovery_codes_left: 10,
  passkeys: 0,
  needed_first: false,
};

/** The server, as far as it asks for a confirmation first. */
function server(status: object, confirm: (input: { second_factor?: object }) => void = () => undefined) {
  let confirmed = false;
  return standInApi({
    "secondFactor.status": () => status,
    "tokens.create": () => {
      if (!confirmed) throw new Refusal("confirmation_required");
      return {};
    },
    "sessions.confirm": (input) => {
      confirm(input as { second_factor?: object });
      confirmed = true;
      return { confirmed_until: "2026-11-22T00:05:00.000Z" };
    },
  });
}

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

describe("a call that needs a confirmation", () => {
  test("asks for the password, and is repeated as it was; nothing typed is lost", async () => {
    const api = server(NO_FACTOR);
    await renderScreen(<Page />);
    await userEvent.type(screen.getByLabelText("Name"), "typed");
    await press("Create");
    const password = await screen.findByLabelText("Password");
    expect(screen.getByRole("dialog", { name: "Confirm it’s you" })).toBeDefined();
    expect(screen.getByText("Enter your password to create this token.")).toBeDefined();
    await userEvent.type(password, "Wattle-Demo1{Enter}");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("made"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("sessions.confirm")).toEqual([{ password: "Wattle-Demo1" }]);
    expect(api.inputs("tokens.create")).toEqual(Array(2).fill({ name: "Bot", scopes: ["read"] }));
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("typed");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    ["known from the start", WITH_FACTOR],
    ["turned on in another window", NO_FACTOR],
  ])("asks for the code of two-step login, too: %s", async (_case, status) => {
    const api = server(status, ({ second_factor }) => {
      if (second_factor === undefined) {
        throw new Refusal("second_factor_required", { second_factor: ["Enter your login code."] });
      }
    });
    await renderScreen(<Page />);
    await press("Create");
    await userEvent.type(await screen.findByLabelText("Password"), "Wattle-Demo1");
    if (status === NO_FACTOR) await press("Confirm");
    await userEvent.type(await screen.findByLabelText("Login code"), "123456{Enter}");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("made"));
    expect(api.inputs("sessions.confirm").at(-1)).toEqual({
      password: "Wattle-Demo1",
      second_factor: { kind: "totp", code: "123456" },
    });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("a wrong password is said at its field, and the dialog stays", async () => {
    server(NO_FACTOR, () => {
      throw new Refusal("invalid_credentials", { password: ["Wrong password"] });
    });
    await renderScreen(<Page />);
    await press("Create");
    await userEvent.type(await screen.findByLabelText("Password"), "wrong{Enter}");
    expect(await screen.findByText("Wrong password", { selector: "form *" })).toBeDefined();
    expect(screen.getByRole("status").textContent).toBe("");
  });

  test("is refused where the dialog is closed, and asks again the next time", async () => {
    const api = server(NO_FACTOR);
    await renderScreen(<Page />);
    await press("Create");
    await screen.findByLabelText("Password");
    await press("Cancel");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("refused"));
    expect((await screen.findByRole("alert")).textContent).toContain("Confirm it's you to continue.");
    expect(api.inputs("tokens.create")).toHaveLength(1);
    await press("Create");
    expect(await screen.findByLabelText("Password")).toBeDefined();
  });

  test("is refused on a page that has no dialog", async () => {
    server(NO_FACTOR);
    await renderScreen(<Page hosted={false} />);
    await press("Create");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("refused"));
  });
});
