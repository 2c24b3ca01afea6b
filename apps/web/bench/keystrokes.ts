import { chromium as launcher } from "playwright";
import { CHROMIUM_FLAGS } from "../../../scripts/chromium.ts";
import { signIn } from "./sign-in.ts";

/** An event of Chromium's trace; `tdur` is processor time of its thread in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly type?: string } };
}

/** Fewer keystrokes than were pressed mean that the trace has lost some. */
const PRESSED = 11;

/**
 * Types into the exchange form at a held rate.
 * @returns milliseconds of the slowest keystroke: of its thread's own processor time, so that what other programs of the
 *   machine do does not count
 */
export async function slowestKeystroke({
  chromium,
  origin,
  signInAs,
}: {
  readonly chromium: string;
  readonly origin: string;
  readonly signInAs: string;
}): Promise<number> {
  const browser = await launcher.launch({ executablePath: chromium, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    await signIn(page, signInAs, { origin });
    await page.goto(`${origin}/dashboard/currency-exchange`);
    await page.getByLabel("Currency you pay").selectOption("AUD");
    await page.getByText("100,000.00 AUD").waitFor();
    const pay = page.getByLabel("You pay", { exact: true });
    await pay.focus();
    // Every branch once, so that what is measured is the form and not the compiler.
    for (const key of "98765.43") await pay.press(key);
    await pay.fill("");
    await browser.startTracing(page, { categories: ["devtools.timeline"] });
    for (const key of "12345.67") await pay.press(key);
    for (let erased = 0; erased < 3; erased += 1) await pay.press("Backspace");
    const trace = JSON.parse((await browser.stopTracing()).toString("utf8")) as {
      traceEvents: TraceEvent[];
    };
    const keystrokes = trace.traceEvents
      .filter(
        ({ name, args }) =>
          name === "EventDispatch" && /^(?:key|beforeinput|input)/.test(args.data?.type ?? ""),
      )
      .map(({ tdur }) => (tdur ?? Number.NaN) / 1000);
    if (keystrokes.length < PRESSED) throw new Error("the trace has lost keystrokes");
    return Math.max(...keystrokes);
  } finally {
    await browser.close();
  }
}
