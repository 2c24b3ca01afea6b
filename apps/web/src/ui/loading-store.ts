import { createStore } from "../store.ts";

/** State of the overlay: `painted` as long as it covers the page, `leaving` during its removal delay. */
export interface LoadingState {
  /** The flag: a request is under way. */
  readonly loading: boolean;
  readonly phase: "hidden" | "painted" | "leaving";
  /** The awaited work in words. */
  readonly label: string;
}

/** A request that is answered sooner paints nothing. */
const PAINT_AFTER_MILLISECONDS = 200;
/** The overlay stays this long after the last answer. */
const REMOVAL_MILLISECONDS = 150;

const IDLE: LoadingState = { loading: false, phase: "hidden", label: "" };
export const loadingStore = createStore<LoadingState>(IDLE);

interface Waiting {
  readonly label: string;
  readonly background: boolean;
}
const waiting = new Set<Waiting>();
let paintTimer: ReturnType<typeof setTimeout> | undefined;
let removalTimer: ReturnType<typeof setTimeout> | undefined;
let escaped = false;

const foreground = (): Waiting | undefined => [...waiting].find((request) => !request.background);

function update(phase: LoadingState["phase"]): void {
  const label = foreground()?.label ?? loadingStore.get().label;
  const next: LoadingState = { loading: waiting.size > 0, phase, label: phase === "hidden" ? "" : label };
  const now = loadingStore.get();
  if (now.loading !== next.loading || now.phase !== next.phase || now.label !== next.label) {
    loadingStore.set(next);
  }
}

function paintLater(): void {
  if (paintTimer !== undefined || escaped) return;
  paintTimer = setTimeout(() => {
    paintTimer = undefined;
    if (foreground() !== undefined) update("painted");
  }, PAINT_AFTER_MILLISECONDS);
}

function settle(): void {
  if (foreground() !== undefined) {
    update(loadingStore.get().phase);
    return;
  }
  clearTimeout(paintTimer);
  paintTimer = undefined;
  escaped = false;
  if (loadingStore.get().phase === "hidden") {
    update("hidden");
    return;
  }
  update("leaving");
  clearTimeout(removalTimer);
  removalTimer = setTimeout(() => {
    removalTimer = undefined;
    update("hidden");
  }, REMOVAL_MILLISECONDS);
}

/**
 * Turns the loading flag on for one request.
 * @param label names what is waited for, to a screen reader: 'Getting the rate'
 * @param background no one waits for this request, so it never covers the page
 * @returns a function that ends it; calling it again does nothing
 */
export function beginLoading(label: string, { background = false } = {}): () => void {
  const request: Waiting = { label, background };
  waiting.add(request);
  if (background) {
    update(loadingStore.get().phase);
  } else {
    clearTimeout(removalTimer);
    removalTimer = undefined;
    const { phase } = loadingStore.get();
    update(phase === "leaving" ? "painted" : phase);
    if (phase === "hidden") paintLater();
  }
  return () => {
    if (waiting.delete(request)) settle();
  };
}

/** Escape: the overlay goes and stays away until everything under way has been answered. */
export function escapeLoading(): void {
  if (loadingStore.get().phase === "hidden") return;
  escaped = true;
  clearTimeout(removalTimer);
  removalTimer = undefined;
  update("hidden");
}
