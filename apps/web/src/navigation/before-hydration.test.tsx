import { useState } from "react";
import { act, cleanup } from "@testing-library/react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { watchBeforeHydration } from "./before-hydration.ts";

const sent: string[] = [];
let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  cleanup();
  document.body.replaceChildren();
  sent.length = 0;
});

function Form() {
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState("AUD");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(`${amount} ${currency}`);
      }}
    >
      <input aria-label="You pay" value={amount} onChange={(event) => setAmount(event.currentTarget.value)} />
      <select value={currency} onChange={(event) => setCurrency(event.currentTarget.value)}>
        <option>AUD</option>
        <option>BTC</option>
      </select>
      <output>{`${amount} ${currency}`}</output>
      <button type="submit">Go</button>
    </form>
  );
}

test("what was typed, chosen and pressed before the code came is not lost", () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Form />);
  document.body.append(container);
  const early = watchBeforeHydration(container);

  const input = container.querySelector("input");
  const select = container.querySelector("select");
  if (input === null || select === null) throw new Error("nothing was rendered");
  input.focus();
  input.value = "1000.50";
  input.setSelectionRange(2, 2);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  select.value = "BTC";
  select.dispatchEvent(new Event("input", { bubbles: true }));
  container.querySelector("button")?.click();
  expect(sent).toEqual([]);

  act(() => {
    root = hydrateRoot(container, <Form />);
  });
  act(() => early.replay());

  expect(container.querySelector("output")?.textContent).toBe("1000.50 BTC");
  expect(sent).toEqual(["1000.50 BTC"]);
  expect(input.selectionStart).toBe(2);
});

test("afterwards the page is left alone", () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Form />);
  document.body.append(container);
  const early = watchBeforeHydration(container);
  act(() => {
    root = hydrateRoot(container, <Form />);
  });
  act(() => early.replay());
  act(() => container.querySelector("button")?.click());
  expect(sent).toEqual([" AUD"]);
});

test("what was typed before anybody watched is not lost either, and asks for the page's code", () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Form />);
  document.body.append(container);
  const input = container.querySelector("input");
  if (input === null) throw new Error("nothing was rendered");
  expect(watchBeforeHydration(container).begun).toBe(false);

  input.value = "0.25";
  const early = watchBeforeHydration(container);
  expect(early.begun).toBe(true);
  act(() => {
    root = hydrateRoot(container, <Form />);
  });
  act(() => early.replay());
  expect(container.querySelector("output")?.textContent).toBe("0.25 AUD");
});
