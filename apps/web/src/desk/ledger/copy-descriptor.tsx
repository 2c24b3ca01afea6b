import { Button } from "../../controls/button.tsx";
import { useCopy } from "../../controls/use-copy.ts";
import parts from "../parts/parts.module.css";

interface CopyDescriptorProps {
  /** Says which wallet it is of. */
  readonly wallet: string;
  readonly descriptor: string;
}

/** Copies all of a descriptor, of which a list shows the ends. */
export function CopyDescriptor({ wallet, descriptor }: CopyDescriptorProps) {
  const { copy, copied } = useCopy({ timeout: 2000 });
  return (
    <Button kind="quiet" className={parts["small"]} onClick={() => copy(descriptor)}>
      <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
      <span className="visually-hidden"> the descriptor: {wallet}</span>
    </Button>
  );
}
