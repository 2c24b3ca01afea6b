import {
  addedPasskey,
  newPasskeyOptions,
  passkeyItem,
  passwordAloneInput,
  registerPasskeyInput,
  removePasskeyInput,
  renamePasskeyInput,
} from "@wattle/contracts/passkeys";
import { z } from "zod";
import { confirmed, router, signedIn } from "../procedures.ts";
import { allowPasswordAlone, listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from "./own-passkeys.ts";
import { registerOptions, registerPasskey } from "./register-passkey.ts";

/** Passkeys of the caller's account. Logging in and confirming with one are `sessions`'. */
export const passkeysRouter = router({
  list: signedIn
    .meta({ token: "none" })
    .output(z.array(passkeyItem))
    .query(({ ctx }) => listOwnPasskeys(ctx.services, ctx.user.id)),
  /** Options for a browser to make a passkey. */
  registerOptions: confirmed.signedIn
    .meta({ token: "none" })
    .output(newPasskeyOptions)
    .mutation(({ ctx }) => registerOptions(ctx, ctx.user.id)),
  register: confirmed.signedIn
    .meta({ token: "none", errors: ["passkey_invalid"] })
    .input(registerPasskeyInput)
    .output(addedPasskey)
    .mutation(({ ctx, input }) => registerPasskey(ctx, ctx.user.id, input)),
  rename: signedIn
    .meta({ token: "none", errors: ["not_found"] })
    .input(renamePasskeyInput)
    .output(passkeyItem)
    .mutation(({ ctx, input }) => renameOwnPasskey(ctx.services, ctx.user.id, input)),
  remove: confirmed.signedIn
    .meta({ token: "none", errors: ["not_found", "state_conflict"] })
    .input(removePasskeyInput)
    .mutation(({ ctx, input }) => removeOwnPasskey(ctx, ctx.user.id, input.id)),
  /** Whether the password logs in by itself although the account has passkeys. Staff have no choice. */
  allowPassword: confirmed.customer
    .meta({ token: "none" })
    .input(passwordAloneInput)
    .mutation(({ ctx, input }) => allowPasswordAlone(ctx, ctx.user.id, input.allowed)),
});
