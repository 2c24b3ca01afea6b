import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { installPackage } from "./debian-package.ts";

const INSTALLED = [
  process.env["CHROMIUM_PATH"],
  // Without windows of its own to draw, it needs less than half the time of the others for a page.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Start-up flags under which Chromium makes no connection of its own and needs no sandbox or GPU. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser that is already here: the one CHROMIUM_PATH names, the system's, or Playwright's own. */
export function findChromium(): string | undefined {
  return [...INSTALLED, chromium.executablePath()].find(
    (file) => file !== undefined && file !== "" && existsSync(file),
  );
}

/**
 * Finds a browser, or installs one: Debian's package as root, else Playwright's download.
 * @returns the path of its executable
 * @throws Error when none can be had
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  console.log("Installing Chromium for the browser tests …");
  // Older releases have the whole browser only.
  installPackage(["chromium-headless-shell", "chromium"]);
  if (findChromium() === undefined) spawnSync("playwright", ["install", "chromium"], { stdio: "inherit" });
  const installed = findChromium();
  if (installed === undefined)
    throw new Error("no Chromium could be installed: install one and set CHROMIUM_PATH");
  return installed;
}
