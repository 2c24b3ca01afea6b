import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { NoAnswer, Refusal, standInApi, type Answerer } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
import { setSession } from "../session/session-store.ts";
import { createClients } from "../clients.ts";
import { trpc } from "../trpc.ts";
import { Alerts } from "../ui/alerts.tsx";
import { EnquiryForm } from "./enquiry-form.tsx";

const NO_CAPTCHA = { "captcha.settings": () => ({ provider: "none", site_key: null }) };

const RECEIPT = { reference: "7KQ4-M2XB-9PTR" };
const MESSAGE = "Where is my deposit of yesterday?";

function open(answer: Answerer = () => RECEIPT) {
  const api = standInApi({ ...NO_CAPTCHA, "support.send": answer });
  const clients = createClients();
  render(
    <trpc.Provider client={clients.trpcClient} queryClient={clients.queryClient}>
      <QueryClientProvider client={clients.queryClient}>
        <EnquiryForm topic="support" title="Your message" messageHint="10 to 500 characters" send="Send" />
        <Alerts />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return { api, user: userEvent.setup() };
}

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const error = (label: string): string => {
  const described = field(label).getAttribute("aria-describedby") ?? "";
  const id = described.split(" ").find((part) => part.endsWith("-error"));
  return (id === undefined ? null : document.getElementById(id))?.textContent ?? "";
};
const markedValid = (label: string): boolean =>
  within(field(label).parentElement ?? document.body).queryByText("Valid") !== null;
const send = (): HTMLElement => screen.getByRole("button", { name: "Send" });

describe("when a field is judged", () => {
  test("not while it is being typed in", async () => {
    const { user } = open();
    await user.type(field("Name"), "Mary2");
    expect(error("Name")).toBe("");
    expect(markedValid("Name")).toBe(false);
  });

  test("when it is left: the first failing rule is its one message", async () => {
    const { user } = open();
    await user.type(field("Name"), `${"a".repeat(40)}2`);
    await user.tab();
    expect(error("Name")).toBe("Only English letters");
    expect(field("Name").getAttribute("aria-invalid")).toBe("true");
  });

  test("when it is left empty", async () => {
    const { user } = open();
    await user.click(field("Email"));
    await user.tab();
    expect(error("Email")).toBe("Email is a required field");
  });

  test("when its value is committed without leaving it", async () => {
    const { user } = open();
    await user.type(field("Email"), "no-one");
    expect(error("Email")).toBe("");
    act(() => void field("Email").dispatchEvent(new Event("change", { bubbles: true })));
    expect(error("Email")).toBe("Email must be a valid email");
  });

  test("when its value is set without the focus: autofill, and what was typed before the page's code came", () => {
    open();
    fireEvent.change(field("Email"), { target: { value: "no-one" } });
    expect(error("Email")).toBe("Email must be a valid email");
  });

  test("a valid value is marked once it is left, and no longer while it is changed", async () => {
    const { user } = open();
    await user.type(field("Email"), "mary@mail.example");
    await user.tab();
    expect(markedValid("Email")).toBe(true);
    await user.type(field("Email"), "x");
    expect(markedValid("Email")).toBe(false);
  });

  test("a message stays until the field is judged again", async () => {
    const { user } = open();
    await user.type(field("Message"), "too short");
    await user.tab();
    expect(error("Message")).toBe("Min 10 characters");
    await user.type(field("Message"), " no longer");
    expect(error("Message")).toBe("Min 10 characters");
    await user.tab();
    expect(error("Message")).toBe("");
    expect(markedValid("Message")).toBe(true);
  });
});

describe("sending", () => {
  async function fill(user: ReturnType<typeof userEvent.setup>): Promise<void> {
    await user.type(field("Name"), "Mary Ann");
    await user.type(field("Email"), "mary@mail.example");
    await user.type(field("Message"), MESSAGE);
  }

  test("nothing is sent while a field fails, and the first one that does takes the focus", async () => {
    const { api, user } = open();
    await user.type(field("Name"), "Mary Ann");
    await user.click(send());
    expect([error("Name"), error("Email"), error("Message")]).toEqual([
      "",
      "Email is a required field",
      "Message is a required field",
    ]);
    expect(document.activeElement).toBe(field("Email"));
    expect(api.inputs("support.send")).toEqual([]);
  });

  test("the receipt takes the form's place, with the focus and the reference", async () => {
    const { api, user } = open();
    await fill(user);
    await user.click(send());
    const receipt = await screen.findByRole("heading", { name: "Message sent" });
    expect(document.activeElement).toBe(receipt);
    expect(screen.getByText(RECEIPT.reference)).toBeDefined();
    expect(screen.getByText("We’ve got your message")).toBeDefined();
    expect(api.inputs("support.send")).toEqual([
      { name: "Mary Ann", email: "mary@mail.example", message: MESSAGE, topic: "support" },
    ]);
    await user.click(screen.getByRole("button", { name: "Send another message" }));
    expect(document.activeElement).toBe(field("Name"));
    expect(field("Message").value).toBe("");
  });

  test("what the server refuses is shown at the field, and what was typed stays", async () => {
    const { user } = open(() => {
      throw new Refusal("validation_failed", { email: ["Email must be a valid email"] });
    });
    await fill(user);
    await user.click(send());
    await waitFor(() => expect(error("Email")).toBe("Email must be a valid email"));
    expect(screen.getByRole("alert").textContent).toContain("Email must be a valid email");
    expect(field("Message").value).toBe(MESSAGE);
  });

  test("without a network the message stays and can be sent again", async () => {
    const { api, user } = open(() => {
      throw new NoAnswer();
    });
    await fill(user);
    await user.click(send());
    expect((await screen.findByRole("alert")).textContent).toContain("No connection");
    api.answer("support.send", () => RECEIPT);
    await user.click(send());
    expect(await screen.findByText(RECEIPT.reference)).toBeDefined();
  });
});

test("what the account knows is filled in and judged; what is typed later stays", async () => {
  setSession(userOf("AU"));
  const { user } = open();
  expect(field("Name").value).toBe("Casey Example");
  expect(field("Email").value).toBe("casey@demo.test");
  expect(markedValid("Email")).toBe(true);
  await user.clear(field("Email"));
  expect(field("Email").value).toBe("");
});
