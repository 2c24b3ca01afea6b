import { Transaction } from "@scure/btc-signer";
import { signWithDemoKey } from "../demo/demo-signer.ts";

const PARTS = { allowUnknownOutputs: true, disableScriptCheck: true };

/** Signs the file of a batch of bitcoin after a change, as someone with the seed does elsewhere. @returns it before and after */
export function signElsewhere(
  content: string,
  change: (file: Transaction) => void,
): { readonly before: Transaction; readonly after: Transaction } {
  const [before, file] = [0, 1].map(() => Transaction.fromPSBT(Buffer.from(content, "base64"), PARTS));
  if (before === undefined || file === undefined) throw new TypeError("there is no file");
  change(file);
  const after = Transaction.fromPSBT(signWithDemoKey(file.toPSBT(0)), PARTS);
  after.finalize();
  return { before, after };
}
