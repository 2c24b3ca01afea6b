import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { setSilently } from "../testing/set-silently.ts";
import { describe, expect, test } from "vitest";
import { later, Refusal, standInApi } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { trpc } from "../trpc.ts";
import { sessionStore } from "../session/session-store.ts";
import { SignInPage } from "./sign-in-page.tsx";
import { useSessionRefresh } from "../session/use-session-refresh.ts";
import { rememberWantedPath } from "../session/wanted-path.ts";

const WRONG = "Wrong email or password.";

async function signIn(email: string, password: string): Promise<void> {
  const person = userEvent.setup();
  if (email !== "") await person.type(screen.getByLabelText("Email"), email);
  if (password !== "") await person.type(screen.getByLabelText("Password"), password);
  await person.click(screen.getByRole("button", { name: "Log in" }));
}

describe("an exchange that was begun before", () => {
  const saved = (draft: object): void => localStorage.setItem("pageExchange", JSON.stringify(draft));
  test.each([
    [{ amount: "100.00", from: "AUD", to: "BTC" }, "Your order: 100.00 AUD to BTC"],
    [{ amount: "0.00000001", from: "BTC", to: "AUD" }, "Your order: 0.00000001 BTC to AUD"],
    [
      { amount: "999999999999999.99", from: "NGN", to: "ETH" },
      "Your order: 999,999,999,999,999.99 NGN to ETH",
    ],
  ])("%o is shown, and led on to", async (draft, text) => {
    saved(draft);
    standInApi({ "sessions.login": () => userOf("AU") });
    const { address } = await renderScreen(<SignInPage />, "/login");
    const order = await screen.findByText(/^Your order/);
    expect(order.textContent?.replaceAll(/\s+/g, " ")).toBe(text);
    await signIn("customer@demo.test", "Wattle-Demo1");
    await waitFor(() => expect(address()).toBe("/dashboard/currency-exchange"));
  });
  test.each([
    ["money and none of it there: to a deposit", "AUD", { AUD: "0.00", BTC: "0.00000000" }, "deposit-money"],
    ["money, some of it there: to the exchange", "AUD", { AUD: "5.00" }, "currency-exchange"],
    ["coins: to the exchange", "BTC", { AUD: "0.00" }, "currency-exchange"],
  ])("that pays with %s", async (_case, from, balance, page) => {
    saved({ amount: "1.00", from, to: from === "AUD" ? "BTC" : "AUD" });
    const user = userOf("AU");
    standInApi({
      "sessions.login": () => ({
        ...user,
        user: { ...user.user, status: "verified" },
        permissions: ["deposit-money"],
        balance,
      }),
    });
    const { address } = await renderScreen(<SignInPage />, "/login");
    await screen.findByText(/^Your order/);
    await signIn("customer@demo.test", "Wattle-Demo1");
    await waitFor(() => expect(address()).toBe(`/dashboard/${page}`));
  });
  test("is not made up of junk", async () => {
    saved({ amount: "1e5", from: "AUD", to: "BTC" });
    standInApi({});
    await renderScreen(<SignInPage />, "/login");
    expect(screen.queryByText(/^Your order/)).toBeNull();
  });
});

describe("signing in", () => {
  test("sends the credentials once and keeps who is signed in", async () => {
    const api = standInApi({ "sessions.login": () => userOf("AU") });
    const { address } = await renderScreen(<SignInPage />, "/login");
    await signIn("customer@demo.test", "Wattle-Demo1");
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(api.inputs("sessions.login")).toEqual([
      { email: "customer@demo.test", password: "Wattle-Demo1", remember: true },
    ]);
    expect(sessionStore.get()?.user.first_name).toBe("Casey");
  });

  test("takes what a program set without any event", async () => {
    const api = standInApi({ "sessions.login": () => userOf("AU") });
    const { address } = await renderScreen(<SignInPage />, "/teamaccess/login");
    setSilently(screen.getByLabelText<HTMLInputElement>("Email"), "customer@demo.test");
    setSilently(screen.getByLabelText<HTMLInputElement>("Password"), "Wattle-Demo1");
    await userEvent.click(screen.getByRole("button", { name: "Log in" }));
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(api.inputs("sessions.login")).toEqual([
      { email: "customer@demo.test", password: "Wattle-Demo1", remember: true },
    ]);
  });

  test("a code that a program filled in without events is read as it stands", async () => {
    const api = standInApi({
      "sessions.login": (input) => {
        if ((input as { second_factor?: unknown }).second_factor === undefined)
          throw new Refusal("second_factor_required", { second_factor: ["Enter your login code."] });
        return userOf("AU");
      },
    });
    const { address } = await renderScreen(<SignInPage />, "/login");
    await signIn("customer@demo.test", "Wattle-Demo1");
    setSilently(await screen.findByLabelText<HTMLInputElement>("Login code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(api.inputs("sessions.login")[1]).toMatchObject({ second_factor: { code: "123456" } });
  });

  test("an older answer that comes after it does not sign out again", async () => {
    const before = later();
    const api = standInApi({
      "sessions.current": () => before.promise,
      "sessions.login": () => userOf("AU"),
    });
    let known: () => unknown = () => undefined;
    function Page() {
      useSessionRefresh();
      const { sessions } = trpc.useUtils();
      known = () => sessions.current.getData()?.user.first_name;
      return <SignInPage />;
    }
    const { address } = await renderScreen(<Page />, "/login");
    await waitFor(() => expect(api.inputs("sessions.current")).toHaveLength(1));
    await signIn("customer@demo.test", "Wattle-Demo1");
    await waitFor(() => expect(address()).toBe("/dashboard"));
    before.answer(null);
    // Some turns, in which the answer would arrive.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    expect(known()).toBe("Casey");
  });

  test.each([
    [
      "the page named in the address",
      "/login?next=%2Fdashboard%2Ftransactions-history%3Fpage%3D2",
      "/dashboard/transactions-history?page=2",
    ],
    ["never another site", "/login?next=%2F%2Fevil.example", "/dashboard"],
  ])("leads to %s", async (_title, at, expected) => {
    standInApi({ "sessions.login": () => userOf("AU") });
    const { address } = await renderScreen(<SignInPage />, at);
    await signIn("customer@demo.test", "Wattle-Demo1");
    await waitFor(() => expect(address()).toBe(expected));
  });

  test("leads to the page that was wanted when the session was lost", async () => {
    standInApi({ "sessions.login": () => userOf("AU") });
    rememberWantedPath("/dashboard/transactions-history?page=3");
    const { address } = await renderScreen(<SignInPage />, "/teamaccess/login");
    await signIn("customer@demo.test", "Wattle-Demo1");
    await waitFor(() => expect(address()).toBe("/dashboard/transactions-history?page=3"));
  });

  test("leads to the exchange that was begun on the home page", async () => {
    standInApi({ "sessions.login": () => userOf("AU") });
    localStorage.setItem("pageExchange", JSON.stringify({ amount: "1", from: "BTC", to: "AUD" }));
    const { address } = await renderScreen(<SignInPage />, "/login");
    await signIn("customer@demo.test", "Wattle-Demo1");
    await waitFor(() => expect(address()).toBe("/dashboard/currency-exchange"));
  });

  test.each([
    ["the dashboard", {}, "/dashboard"],
    ["the exchange that was begun", { amount: "1", from: "BTC", to: "AUD" }, "/dashboard/currency-exchange"],
  ])("leads someone already signed in on to %s", async (_title, draft, expected) => {
    standInApi({ "sessions.current": () => userOf("AU") });
    if ("amount" in draft) localStorage.setItem("pageExchange", JSON.stringify(draft));
    const { address } = await renderScreen(<SignInPage />, "/login");
    await waitFor(() => expect(address()).toBe(expected));
  });

  test("user data that does not load raises the alert 'Get user info:'", async () => {
    standInApi({
      "sessions.current": () => {
        throw new Refusal("server_error");
      },
    });
    function Page() {
      useSessionRefresh();
      return null;
    }
    await renderScreen(<Page />, "/");
    expect((await screen.findByRole("alert")).textContent).toBe("Get user info: Server errors");
  });

  test("wrong credentials: the alert 'User login:' and the message above both fields, until the password is judged again", async () => {
    standInApi({
      "sessions.login": () => {
        throw new Refusal("invalid_credentials", { email: [WRONG] });
      },
    });
    await renderScreen(<SignInPage />, "/login");
    await signIn("customer@demo.test", "Wrong-Demo1");
    expect((await screen.findByRole("alert")).textContent).toBe(`User login: ${WRONG}`);
    const [email, password] = [screen.getByLabelText("Email"), screen.getByLabelText("Password")];
    const message = screen.getByText(WRONG, { selector: "form *" });
    expect(message.compareDocumentPosition(email) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    for (const field of [email, password]) expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(password);
    await userEvent.click(email);
    await userEvent.click(password);
    expect(screen.getByText(WRONG, { selector: "form *" })).toBeDefined();
    await userEvent.type(password, "x");
    expect(screen.getByText(WRONG, { selector: "form *" })).toBeDefined();
    await userEvent.tab();
    expect(screen.queryByText(WRONG, { selector: "form *" })).toBeNull();
  });

  test("an account with two-step login is asked for a code; what was typed before is kept", async () => {
    const { address } = await renderScreen(<SignInPage />, "/login");
    const wrong = "Wrong or used code. Try a new one.";
    const api = standInApi({
      "sessions.login": (input) => {
        const { second_factor: proof } = input as { second_factor?: { code: string } };
        if (proof === undefined)
          throw new Refusal("second_factor_required", { second_factor: ["Enter your login code."] });
        if (proof.code !== "123 456" && proof.code !== "ABCD") {
          throw new Refusal("second_factor_invalid", { second_factor: [wrong] });
        }
        return userOf("AU");
      },
    });
    await signIn("customer@demo.test", "Wattle-Demo1");
    const code = await screen.findByLabelText("Login code");
    expect([code.getAttribute("autocomplete"), code.getAttribute("inputmode")]).toEqual([
      "one-time-code",
      "numeric",
    ]);
    expect(document.activeElement).toBe(code);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByText("customer@demo.test")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("customer@demo.test");
    await userEvent.click(screen.getByRole("button", { name: "Log in" }));
    await screen.findByLabelText("Login code");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(screen.getByText("Enter your login code.")).toBeDefined();
    await userEvent.type(screen.getByLabelText("Login code"), "000000{Enter}");
    expect(await screen.findByText(wrong, { selector: "form *" })).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
    const recovery = screen.getByLabelText("Recovery code");
    await userEvent.clear(recovery);
    await userEvent.type(recovery, "ABCD{Enter}");
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(api.inputs("sessions.login").at(-1)).toEqual({
      email: "customer@demo.test",
      password: "Wattle-Demo1",
      remember: true,
      second_factor: { kind: "recovery", code: "ABCD" },
    });
  });

  test("a field is judged when it is left, with a marker for a valid and for an invalid value", async () => {
    standInApi({});
    await renderScreen(<SignInPage />, "/login");
    const email = screen.getByLabelText("Email");
    await userEvent.type(email, "customer@");
    expect(email.getAttribute("aria-invalid")).toBeNull();
    await userEvent.tab();
    expect(email.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Email must be a valid email")).toBeDefined();
    await userEvent.type(email, "demo.test");
    await userEvent.tab();
    expect(email.getAttribute("aria-invalid")).toBeNull();
    expect(screen.getByText("Valid")).toBeDefined();
  });

  test("empty fields are named, the first gets the focus, and nothing is sent", async () => {
    const api = standInApi({});
    await renderScreen(<SignInPage />, "/login");
    await signIn("", "");
    expect(screen.getByText("Email is a required field")).toBeDefined();
    expect(screen.getByText("Password is a required field")).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    expect(api.inputs("sessions.login")).toEqual([]);
  });

  test("the password can be shown and hidden", async () => {
    standInApi({});
    await renderScreen(<SignInPage />, "/login");
    const password = screen.getByLabelText("Password");
    expect(password.getAttribute("type")).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(password.getAttribute("type")).toBe("text");
    await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(password.getAttribute("type")).toBe("password");
  });
});
