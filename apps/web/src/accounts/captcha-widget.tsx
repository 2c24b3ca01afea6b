import type { AltchaWidgetElement } from "altcha/external";
import { useEffect, useRef, useState } from "react";
import styles from "./captcha-widget.module.css";

interface WidgetProps {
  /** Called with what the widget gives once it is solved. */
  readonly onSolved: (token: string) => void;
  /** The solution no longer holds. */
  readonly onExpired: () => void;
  /** The widget could not be loaded or solved; it is only logged. */
  readonly onFailed: (reason: unknown) => void;
}

/** Hides what the widget shows of its maker, and keeps it from collecting how the pointer moves. */
const CONFIGURATION = JSON.stringify({
  hideFooter: true,
  hideLogo: true,
  humanInteractionSignature: false,
  minDuration: 0,
});

/** The self-hosted proof of work: it solves itself as soon as it is there. */
export function AltchaWidget({ onSolved, onExpired, onFailed }: WidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  const calls = useRef({ onSolved, onExpired, onFailed });
  useEffect(() => {
    calls.current = { onSolved, onExpired, onFailed };
  });

  useEffect(() => {
    let element: AltchaWidgetElement | undefined;
    let gone = false;
    const onState = (event: Event): void => {
      if (!(event instanceof CustomEvent)) return;
      const { state, payload } = event.detail as { state?: unknown; payload?: unknown };
      if (state === "verified" && typeof payload === "string") calls.current.onSolved(payload);
      if (state === "expired") calls.current.onExpired();
      if (state === "error") calls.current.onFailed("the challenge could not be solved");
    };
    import("./altcha-element.ts").then(
      () => {
        if (gone || place.current === null) return;
        element = document.createElement("altcha-widget");
        element.setAttribute("configuration", CONFIGURATION);
        element.setAttribute("challenge", "/api/captcha/challenge");
        element.setAttribute("auto", "onload");
        element.setAttribute("name", "altcha");
        element.addEventListener("statechange", onState);
        place.current.append(element);
      },
      (reason: unknown) => calls.current.onFailed(reason),
    );
    return () => {
      gone = true;
      element?.removeEventListener("statechange", onState);
      element?.remove();
    };
  }, []);

  return <div ref={place} className={styles["altcha"]} />;
}

interface Recaptcha {
  ready(done: () => void): void;
  render(
    place: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly callback: (token: string) => void;
      readonly "expired-callback": () => void;
      readonly "error-callback": () => void;
    },
  ): number;
}

const RECAPTCHA_SCRIPT = "https://www.google.com/recaptcha/api.js?render=explicit";

function loadRecaptcha(): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const known = (): Recaptcha | undefined => (globalThis as { grecaptcha?: Recaptcha }).grecaptcha;
    const settle = (): void => {
      const recaptcha = known();
      if (recaptcha === undefined) reject(new Error("reCAPTCHA did not load"));
      else recaptcha.ready(() => resolve(recaptcha));
    };
    if (known() !== undefined) return settle();
    const script = document.createElement("script");
    script.src = RECAPTCHA_SCRIPT;
    script.addEventListener("load", settle);
    script.addEventListener("error", () => reject(new Error("reCAPTCHA did not load")));
    document.head.append(script);
    return undefined;
  });
}

/** Google's checkbox. */
export function RecaptchaWidget({
  siteKey,
  onSolved,
  onExpired,
  onFailed,
}: WidgetProps & { readonly siteKey: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const calls = useRef({ onSolved, onExpired, onFailed });
  useEffect(() => {
    calls.current = { onSolved, onExpired, onFailed };
  });

  useEffect(() => {
    let gone = false;
    loadRecaptcha().then(
      (recaptcha) => {
        if (gone || place.current === null) return;
        recaptcha.render(place.current, {
          sitekey: siteKey,
          callback: (token) => calls.current.onSolved(token),
          "expired-callback": () => calls.current.onExpired(),
          "error-callback": () => calls.current.onFailed("reCAPTCHA failed"),
        });
      },
      (reason: unknown) => {
        setFailed(true);
        calls.current.onFailed(reason);
      },
    );
    return () => {
      gone = true;
    };
  }, [siteKey]);

  return failed ? (
    <p>The robot check didn’t load. Reload the page.</p>
  ) : (
    <div ref={place} className={styles["recaptcha"]} />
  );
}
