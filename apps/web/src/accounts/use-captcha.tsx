import type { CaptchaSettings } from "@wattle/contracts/captcha";
import { ERRORS, type ErrorCode } from "@wattle/contracts/errors";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { alertFailure, callFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { AltchaWidget, RecaptchaWidget } from "./captcha-widget.tsx";
import styles from "./captcha-widget.module.css";

/** The widget appears this long after its form. */
export const CAPTCHA_DELAY_MILLISECONDS = 500;
/** A form that is sent before the widget is solved says so after this long, and goes on waiting. */
const PATIENCE_MILLISECONDS = 30_000;

interface CaptchaOptions {
  /** False if the form needs none until the server asks for one. */
  readonly wanted?: boolean;
  /**
   * Makes the form's call with a pass, null if none is needed.
   * @returns the code of its refusal; never rejects
   */
  readonly send: (pass: string | null) => Promise<ErrorCode | undefined>;
}

/** How a form's call was refused; undefined if it went through or got no answer of ours. */
export const refusalOf = (call: Promise<unknown>): Promise<ErrorCode | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => callFailure(error).code,
  );

interface UsedCaptcha {
  /** Widget in the form; nothing if no captcha is asked for. */
  readonly widget: ReactNode;
  /**
   * The pass for the call that the form makes, waiting for the widget if it is still at work.
   * @returns the pass; null if none is needed; undefined, with a message at the widget, where it stays unsolved
   */
  readonly solve: () => Promise<string | null | undefined>;
  /**
   * Sends the form, as it is when the widget has been solved: one press is enough, also if the server asks for a
   * captcha only now.
   */
  readonly submit: () => Promise<void>;
  /** Whether the form is being sent or waits for its widget. */
  readonly sending: boolean;
  /** Begins again: a pass opens one call. */
  readonly reset: () => void;
}

interface Waiting {
  readonly resolve: (pass: string | undefined) => void;
}

/** The newest `value`, for what began in an earlier rendering. */
function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * The captcha of a form. Its widget appears half a second after the form, is exchanged for a pass as soon as it is
 * solved, and begins again when the pass has expired.
 */
export function useCaptcha(options: CaptchaOptions): UsedCaptcha {
  const [demanded, setDemanded] = useState(false);
  const [sending, setSending] = useState(false);
  const send = useLatest(options.send);
  const wanted = demanded || (options.wanted ?? true);
  const utils = trpc.useUtils();
  const [due, setDue] = useState(false);
  const [settings, setSettings] = useState<CaptchaSettings>();
  const [round, setRound] = useState(0);
  const [error, setError] = useState<string>();
  const pass = useRef<string>(undefined);
  const waiting = useRef<Waiting[]>([]);
  const check = trpc.captcha.check.useMutation({ trpc: { context: { background: true } } });
  const { mutateAsync } = check;

  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setTimeout(() => setDue(true), CAPTCHA_DELAY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const fetchSettings = (): Promise<CaptchaSettings> =>
    utils.captcha.settings.fetch(undefined, {
      trpc: { context: { background: true } },
      staleTime: Infinity,
    });
  const fetcher = useLatest(fetchSettings);
  // Asked for at once: if there is no captcha its place goes before anyone aims at what is below it.
  useEffect(() => {
    if (!wanted) return;
    fetcher.current().then(setSettings, (reason: unknown) => console.warn("captcha", reason));
  }, [wanted, fetcher]);

  const reset = (): void => {
    pass.current = undefined;
    setRound((before) => before + 1);
  };

  useEffect(() => {
    const hopes = waiting.current;
    return () => {
      for (const { resolve } of hopes.splice(0)) resolve(undefined);
    };
  }, []);

  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(expiry.current), []);

  const onSolved = (token: string): void => {
    mutateAsync({ recaptchaToken: token }).then(
      (answer) => {
        pass.current = answer.pass;
        setError(undefined);
        clearTimeout(expiry.current);
        expiry.current = setTimeout(reset, Math.max(0, Date.parse(answer.expires_at) - Date.now()));
        for (const { resolve } of waiting.current.splice(0)) resolve(answer.pass);
      },
      (reason: unknown) => {
        alertFailure("Captcha", reason);
        for (const { resolve } of waiting.current.splice(0)) resolve(undefined);
        reset();
      },
    );
  };
  const onFailed = (reason: unknown): void => {
    console.warn("captcha", reason);
    for (const { resolve } of waiting.current.splice(0)) resolve(undefined);
  };

  const solve = async (needed = wanted): Promise<string | null | undefined> => {
    if (!needed) return null;
    if (pass.current !== undefined) return pass.current;
    try {
      if ((settings ?? (await fetcher.current())).provider === "none") return null;
    } catch (reason) {
      alertFailure("Captcha", reason);
      return undefined;
    }
    const timer = setTimeout(() => setError(ERRORS.captcha_required.message), PATIENCE_MILLISECONDS);
    const solved = await new Promise<string | undefined>((resolve) => waiting.current.push({ resolve }));
    clearTimeout(timer);
    if (solved === undefined) setError(ERRORS.captcha_required.message);
    return solved;
  };

  const submit = async (): Promise<void> => {
    if (sending) return;
    setSending(true);
    try {
      const first = await solve();
      if (first === undefined) return;
      const refusal = await send.current(first);
      if (refusal !== "captcha_required" || first !== null) return;
      setDemanded(true);
      const second = await solve(true);
      if (typeof second === "string") await send.current(second);
    } finally {
      setSending(false);
    }
  };

  return { widget: wanted ? widgetOf() : null, solve, submit, sending, reset };

  function widgetOf(): ReactNode {
    if (settings?.provider === "none") return null;
    const handlers = { onSolved, onFailed, onExpired: reset };
    return (
      <div className={styles["place"]}>
        {due && settings?.provider === "altcha" && <AltchaWidget key={round} {...handlers} />}
        {due && settings?.provider === "recaptcha" && (
          <RecaptchaWidget key={round} siteKey={settings.site_key ?? ""} {...handlers} />
        )}
        {error !== undefined && (
          <p role="alert" className={styles["error"]}>
            {error}
          </p>
        )}
      </div>
    );
  }
}
