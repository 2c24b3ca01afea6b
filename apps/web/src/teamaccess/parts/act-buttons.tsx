import { Button } from "../../controls/button.tsx";
import type { ButtonKind } from "../../ui/button.tsx";
import { Key } from "./key.tsx";
import { useKeys } from "./keys.ts";
import parts from "./parts.module.css";

export interface DeskAct {
  readonly letter: string;
  readonly button: string;
  /** `quiet` unless given. */
  readonly kind?: ButtonKind | undefined;
  readonly run: () => void;
}

/** What can be done here, each by its button and by its key. */
export function ActButtons({ acts }: { readonly acts: readonly DeskAct[] }) {
  useKeys(acts.map(({ letter, button, run }) => ({ keys: letter, does: button, run })));
  return (
    <div className={parts["acts"]}>
      {acts.map(({ letter, button, kind = "quiet", run }) => (
        <Button key={letter} kind={kind} className={parts["small"]} onClick={run}>
          {button} <Key>{letter}</Key>
        </Button>
      ))}
    </div>
  );
}
