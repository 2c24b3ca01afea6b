import { Button } from "../../controls/button.tsx";
import type { ButtonKind } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Key } from "./key.tsx";
import { useKeys } from "./keys.ts";
import parts from "./parts.module.css";

export interface DeskAct {
  readonly letter: string;
  readonly button: string;
  /** `quiet` unless given. */
  readonly kind?: ButtonKind | undefined;
  /** Can’t be taken back or shuts the customer out: last, and apart from the others. */
  readonly harms?: boolean;
  readonly run: () => void;
}

/** What can be done here, each by its button and by its key. */
export function ActButtons({ acts }: { readonly acts: readonly DeskAct[] }) {
  useKeys(acts.map(({ letter, button, run }) => ({ keys: letter, does: button, run })));
  const [others = [], harmful = []] = [false, true].map((harm) =>
    acts.filter(({ harms = false }) => harms === harm),
  );
  const buttons = (some: readonly DeskAct[]) =>
    some.map(({ letter, button, kind = "quiet", run }) => (
      <Button key={letter} kind={kind} className={parts["small"]} onClick={run}>
        {button} <Key>{letter}</Key>
      </Button>
    ));
  return (
    <div className={parts["acts"]}>
      {buttons(others)}
      {harmful.length > 0 && (
        <div className={classNames(parts["acts"], parts["away"])}>{buttons(harmful)}</div>
      )}
    </div>
  );
}
