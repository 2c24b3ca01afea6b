import { isPublicFingerprint } from "@wattle/bitcoin/public-seeds";
import type { Wallet } from "./descriptor.ts";

/** Whether anyone can spend what the wallet receives. The origin may be invented, the key's parent may not. */
export const hasPublicSeed = (wallet: Pick<Wallet, "fingerprint" | "accountKey">): boolean =>
  isPublicFingerprint(wallet.fingerprint) || isPublicFingerprint(wallet.accountKey.parentFingerprint);
