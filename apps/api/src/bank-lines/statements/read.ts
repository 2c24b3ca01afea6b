/** The value, or why there is none. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export const refuse = (reason: string): Extract<Read<never>, { ok: false }> => ({ ok: false, reason });
