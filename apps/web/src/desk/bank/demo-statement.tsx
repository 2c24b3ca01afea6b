import { useRef } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import { trpc } from "../../trpc.ts";

/** The account that the demo’s statement is of. */
const ACCOUNT = "aud-bank-transfer";

function Download() {
  const link = useRef<HTMLAnchorElement>(null);
  useKeys([{ keys: "d", does: "Download the demo’s statement", run: () => link.current?.click() }]);
  return (
    <a
      ref={link}
      href="/dev/statement.csv"
      download
      className={classNames(buttonClass("plain"), parts["small"])}
    >
      Demo statement <Key>d</Key>
    </a>
  );
}

/** In a demo there is a statement to import. Elsewhere nothing. */
export function DemoStatement({ account }: { readonly account: string }) {
  // The desk’s frame has read it: this asks for nothing.
  const today = trpc.ops.today.useQuery(undefined, { enabled: false });
  return today.data?.demo === true && account === ACCOUNT ? <Download /> : null;
}
