import { StoppedIcon } from "../ui/icons.tsx";
import { Seal } from "../ui/seal.tsx";
import paper from "./receipt-paper.module.css";
import type { Verdict } from "./verify-quote.ts";

interface SignatureLineProps {
  readonly jws: string;
  /** Result of its check; undefined as long as that goes on. */
  readonly verdict: Verdict | undefined;
}

/** The foot of a receipt: the signature of its rate, with the seal once it is found to be ours. */
export function SignatureLine({ jws, verdict }: SignatureLineProps) {
  return (
    <div className={paper["signature"]}>
      <span className={paper["seal"]}>
        {verdict === "genuine" ? <Seal size={72} /> : verdict !== undefined && <StoppedIcon size={32} />}
      </span>
      <p>
        <strong>{verdict === "forged" ? "Not what we signed" : "Rate signed with Ed25519"}</strong>
        <code>{jws.split(".")[2]}</code>
      </p>
    </div>
  );
}
