import { createStore } from "../store.ts";

/** `danger` is the specification's other word for `error`. */
export type AlertType = "error" | "danger" | "success" | "info";

export interface AlertRequest {
  readonly type: AlertType;
  /** The first colon is shown followed by a line break: 'User login: …'. */
  readonly text: string;
}

export interface ShownAlert {
  readonly id: number;
  readonly type: "error" | "success" | "info";
  readonly text: string;
}

/** An alert hides by itself after this many milliseconds, unless pointer or focus rests on it. */
export const ALERT_MILLISECONDS = 4000;
const MOST_AT_ONCE = 4;

export const alertStore = createStore<readonly ShownAlert[]>([]);
let lastId = 0;

/**
 * Shows an alert above all pages. One that is already shown with the same type and text is shown again
 * instead of twice; beyond four the oldest goes.
 * @returns the alert's id, for {@link dismissAlert}
 */
export function showAlert({ type, text }: AlertRequest): number {
  lastId += 1;
  const alert: ShownAlert = { id: lastId, type: type === "danger" ? "error" : type, text };
  const others = alertStore.get().filter((other) => other.type !== alert.type || other.text !== alert.text);
  alertStore.set([...others, alert].slice(-MOST_AT_ONCE));
  return alert.id;
}

/** Takes one alert away; an id that is gone already does nothing. */
export function dismissAlert(id: number): void {
  const alerts = alertStore.get();
  if (alerts.some((alert) => alert.id === id)) alertStore.set(alerts.filter((alert) => alert.id !== id));
}

/** Takes all alerts away. */
export function clearAlerts(): void {
  if (alertStore.get().length > 0) alertStore.set([]);
}
