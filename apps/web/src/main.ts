import "./ui/theme/fonts.css";
import "./ui/theme/tokens.css";
import "./ui/theme/base.css";
import { keepUtm } from "./accounts/utm.ts";
import { watchBeforeHydration } from "./navigation/before-hydration.ts";
import { loadChunk } from "./ui/load-chunk.ts";
import { showStartFailure } from "./navigation/start-failed.ts";
import { SNAPSHOT_KEY } from "./session/snapshot-key.ts";
import { readStored } from "./storage.ts";

/** A visitor's first sign of interest: then a prerendered page needs its code at once. */
const INTEREST = ["pointerdown", "touchstart", "keydown"] as const;
/** These say nothing before the page is painted: a pointer at rest gets one when the page is laid out beneath it. */
const INTEREST_ONCE_SEEN = ["pointerover", "focusin", "scroll"] as const;

/** A browser that is never idle, or paints nothing, starts the page's code after this long all the same. */
const LONGEST_WAIT_MS = 1_000;

/** The page's own chunks are named next to the entry script, so that they are fetched together, not one after another. */
function preloadChunks(): void {
  const named = document.querySelector<HTMLScriptElement>("script[data-chunks]")?.dataset["chunks"] ?? "";
  for (const href of named.split(" ").filter((part) => part !== "")) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}

keepUtm(window.location.search);

const root = document.getElementById("root");
if (root !== null) {
  const drawn = root.firstElementChild;
  const prerendered = drawn !== null && !drawn.hasAttribute("data-shell");
  const early = prerendered ? watchBeforeHydration(root) : undefined;
  let started = false;

  const start = (): void => {
    if (started) return;
    started = true;
    for (const event of [...INTEREST, ...INTEREST_ONCE_SEEN]) window.removeEventListener(event, start);
    preloadChunks();
    loadChunk("start", () => import("./start.tsx")).then(
      ({ startApp }) => void startApp(root, early),
      (error: unknown) => showStartFailure(root, error),
    );
  };

  // The header of someone signed in differs from the prerendered guest's, so it is not left to wait.
  if (early === undefined || early.begun || readStored(SNAPSHOT_KEY) !== null) start();
  else {
    const startOn = (events: readonly string[]): void => {
      for (const event of events) window.addEventListener(event, start, { passive: true, once: true });
    };
    startOn(INTEREST);
    // Prices and forms come alive by themselves, but only once the page is painted and the browser has nothing to do.
    const startWhenIdle = (): void => {
      if ("requestIdleCallback" in window) window.requestIdleCallback(start, { timeout: LONGEST_WAIT_MS });
      else setTimeout(start, 0);
    };
    const startWhenPainted = (): void => {
      // A page in the background is not painted, and waits for interest or for the time to run out.
      setTimeout(startWhenIdle, LONGEST_WAIT_MS);
      new PerformanceObserver((entries, observer) => {
        if (entries.getEntriesByName("first-contentful-paint").length === 0) return;
        observer.disconnect();
        startOn(INTEREST_ONCE_SEEN);
        startWhenIdle();
      }).observe({ type: "paint", buffered: true });
    };
    if (document.readyState === "complete") startWhenPainted();
    else window.addEventListener("load", startWhenPainted, { once: true });
  }
}
