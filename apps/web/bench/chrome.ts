import { launch, type LaunchedChrome } from "chrome-launcher";
import { CHROMIUM_FLAGS } from "../../../scripts/chromium.ts";

/**
 * Starts a browser that Lighthouse can be pointed at. It ends with this process at the latest: it is in a group of its own, which no signal to
 * this one reaches.
 * @param executable its path
 */
export async function launchChrome(executable: string): Promise<LaunchedChrome> {
  const chrome = await launch({
    chromePath: executable,
    chromeFlags: ["--headless=new", ...CHROMIUM_FLAGS],
    logLevel: "error",
    handleSIGINT: false,
  });
  process.once("exit", () => chrome.kill());
  return chrome;
}
