import "./ui/theme/fonts.css";
import "./ui/theme/tokens.css";
import "./ui/theme/base.css";
import { watchBeforeHydration } from "./navigation/before-hydration.ts";
import { SNAPSHOT_KEY } from "./session/session-store.ts";
import { readStored } from "./storage.ts";

/** A visitor's first sign of interest: only then does a prerendered page need its code. */
const INTEREST = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin", "scroll"] as const;

/** The page's own chunks are named beside the entry script, so that they are fetched together, not one after another. */
function preloadChunks(): void {
  const named = document.querySelector<HTMLScriptElement>("script[data-chunks]")?.dataset["chunks"] ?? "";
  for (const href of named.split(" ").filter((part) => part !== "")) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}

const root = document.getElementById("root");
if (root !== null) {
  const prerendered = root.firstElementChild !== null;
  const early = prerendered ? watchBeforeHydration(root) : undefined;
  let started = false;

  const start = (): void => {
    if (started) return;
    started = true;
    for (const event of INTEREST) window.removeEventListener(event, start);
    preloadChunks();
    void import("./start.tsx").then(({ startApp }) => startApp(root, early));
  };

  // The header of someone signed in differs from the prerendered guest's, so it is not left to wait.
  if (early === undefined || early.begun || readStored(SNAPSHOT_KEY) !== null) start();
  else {
    for (const event of INTEREST) window.addEventListener(event, start, { passive: true, once: true });
    const live = document.querySelectorAll("[data-live]");
    if (live.length > 0) {
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        start();
      });
      for (const element of live) observer.observe(element);
    }
  }
}
