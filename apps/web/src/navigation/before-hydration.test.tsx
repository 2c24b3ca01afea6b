import { useEffect, useState } from "react";
import { act, cleanup, waitFor } from "@testing-library/react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { watchBeforeHydration, type EarlyActions } from "./before-hydration.ts";

const sent: string[] = [];
let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  cleanup();
  document.body.replaceChildren();
  sent.length = 0;
});

/** Replays and waits until that is done. */
async function replayed(early: EarlyActions): Promise<void> {
  await act(async () => {
    early.replay();
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/** The page as it starts: it replays once it is hydrated. */
function Replaying({ replay }: { readonly replay: () => void }) {
  useEffect(() => replay(), [replay]);
  return <Form />;
}

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

test("what was typed, chosen and pressed before the code came is not lost", async () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Replaying replay={() => undefined} />);
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
    root = hydrateRoot(container, <Replaying replay={early.replay} />);
  });

  await waitFor(() => expect(sent).toEqual(["1000.50 BTC"]));
  expect(container.querySelector("output")?.textContent).toBe("1000.50 BTC");
  expect(input.selectionStart).toBe(2);
});

test("a file that was chosen before the code came is heard of, and is still there", async () => {
  const heard: string[] = [];
  const field = (
    <input
      type="file"
      onChange={({ currentTarget }) => heard.push(currentTarget.files?.[0]?.name ?? "none")}
    />
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(field);
  document.body.append(container);
  const early = watchBeforeHydration(container);
  const input = container.querySelector("input");
  if (input === null) throw new Error("nothing was rendered");
  Object.defineProperty(input, "files", { value: [new File(["x"], "me.png")] });
  Object.defineProperty(input, "value", {
    get: () => "C:\\fakepath\\me.png",
    set: () => {
      throw new Error("a file was put in, or taken out");
    },
  });
  input.dispatchEvent(new Event("input", { bubbles: true }));
  act(() => {
    root = hydrateRoot(container, field);
  });
  await replayed(early);
  expect(heard).toEqual(["me.png"]);
});

test("afterwards the page is left alone", async () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Form />);
  document.body.append(container);
  const early = watchBeforeHydration(container);
  act(() => {
    root = hydrateRoot(container, <Form />);
  });
  await replayed(early);
  act(() => container.querySelector("button")?.click());
  expect(sent).toEqual([" AUD"]);
});

test("what was typed before anyone watched is not lost either, and asks for the page's code", async () => {
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
  await replayed(early);
  expect(container.querySelector("output")?.textContent).toBe("0.25 AUD");
});

function Terms() {
  const [accepted, setAccepted] = useState(false);
  return (
    <label>
      <input
        type="checkbox"
        checked={accepted}
        onChange={(event) => setAccepted(event.currentTarget.checked)}
      />
      <output>{accepted ? "accepted" : "not accepted"}</output>
    </label>
  );
}

test.each([
  ["ticked", 1, "accepted"],
  ["ticked and unticked again", 2, "not accepted"],
])("a box %s before the code came stays so", async (_what, clicks, said) => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Terms />);
  document.body.append(container);
  const early = watchBeforeHydration(container);
  for (let click = 0; click < clicks; click += 1) container.querySelector("input")?.click();
  act(() => {
    root = hydrateRoot(container, <Terms />);
  });
  await replayed(early);
  expect(container.querySelector("output")?.textContent).toBe(said);
  expect(container.querySelector("input")?.checked).toBe(said === "accepted");
});

function Choices() {
  const [speed, setSpeed] = useState("slow");
  const [presses, setPresses] = useState(0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push("sent");
      }}
    >
      {["slow", "middling", "fast"].map((each) => (
        <input
          key={each}
          type="radio"
          name="speed"
          value={each}
          checked={speed === each}
          onChange={() => setSpeed(each)}
        />
      ))}
      <button type="button" onClick={() => setPresses((count) => count + 1)}>
        Press
      </button>
      <button type="submit">Go</button>
      <output>{`${speed} ${presses}`}</output>
    </form>
  );
}

test("the last choice of several counts, and every button that was pressed counts once", async () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Choices />);
  document.body.append(container);
  const early = watchBeforeHydration(container);
  const [slow, middling, fast] = container.querySelectorAll("input");
  const [press, go] = container.querySelectorAll("button");

  for (const field of [middling, slow, fast, middling]) field?.click();
  for (const button of [press, go, go]) button?.click();
  act(() => {
    root = hydrateRoot(container, <Choices />);
  });
  await replayed(early);

  expect(container.querySelector("output")?.textContent).toBe("middling 1");
  expect(sent).toEqual(["sent"]);
});
