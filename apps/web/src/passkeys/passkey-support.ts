import { useSyncExternalStore } from "react";

/** A bare address. Passkeys belong to a host name. */
const ADDRESS = /^(?:\[.*\]|[\d.]+)$/;

/** Whether this browser can use passkeys on this page. */
const passkeysWork = (): boolean =>
  typeof window.PublicKeyCredential === "function" && !ADDRESS.test(window.location.hostname);

const never = (): (() => void) => () => undefined;

/** The same for a screen; a prerendered page does not know yet. */
export const usePasskeysWork = (): boolean => useSyncExternalStore(never, passkeysWork, () => false);
