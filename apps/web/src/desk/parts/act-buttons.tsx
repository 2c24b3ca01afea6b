import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import type { ButtonKind } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useNarrow } from "../../ui/use-narrow.ts";
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
  /** Seldom wanted: its button is behind More, its key works all the same. */
  readonly rare?: boolean | undefined;
  readonly run: () => void;
}

const MOST_ON_PHONE = 2;

/** Acts here, each by its button and by its key. */
export function ActButtons({ acts }: { readonly acts: readonly DeskAct[] }) {
  useKeys(acts.map(({ letter, button, run }) => ({ keys: letter, does: button, run })));
  const [more, setMore] = useState(false);
  const harmful = acts.filter(({ harms = false }) => harms);
  const others = acts.filter((act) => !harmful.includes(act));
  const narrow = useNarrow();
  // On a phone the first two are in sight, so that the facts are, too.
  const folds = narrow && acts.length > MOST_ON_PHONE + 1;
  const rare = others.filter((act, place) => act.rare === true || (folds && place >= MOST_ON_PHONE));
  const buttons = (some: readonly DeskAct[]) =>
    some.map(({ letter, button, kind = "quiet", run }) => (
      <Button key={letter} kind={kind} className={parts["small"]} onClick={run}>
        {button} <Key>{letter}</Key>
      </Button>
    ));
  return (
    <div className={parts["acts"]}>
      {buttons(others.filter((act) => !rare.includes(act)))}
      {rare.length > 0 && (
        <Button kind="quiet" className={parts["small"]} aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? "Less" : "More"}
        </Button>
      )}
      {more && buttons(rare)}
      {harmful.length > 0 && (!folds || more) && (
        <div className={classNames(parts["acts"], parts["away"])}>{buttons(harmful)}</div>
      )}
    </div>
  );
}
