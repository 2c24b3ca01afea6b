import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import { displayMoment } from "@wattle/exchange-core/display";
import { classNames } from "../ui/class-names.ts";
import { unitsText } from "./published.ts";
import { useLatestProof } from "./use-latest.ts";
import styles from "./path-to-root.module.css";

type Tree = LiabilitiesDocument["trees"][number];

/** More nodes than these at each end are one line: what is between them only repeats. */
const ENDS = 2;

/** Words of each node below the root: how many parts it joins. */
const nodesBelow = ({ leaves }: Tree): string[] =>
  Array.from({ length: Math.ceil(Math.log2(Math.max(1, leaves))) }, (_, above) =>
    above === 0 ? "Your part" : `${2 ** above} parts combined`,
  );

/** How long the way of a part is in the newest publication. The amounts on it are no one else's to see. */
export function ExamplePath() {
  const { data } = useLatestProof();
  const trees = data?.document.trees ?? [];
  const [tree] = trees.toSorted((one, other) => other.leaves - one.leaves);
  if (data == null || tree === undefined) return null;
  const nodes = nodesBelow(tree);
  const hidden = Math.max(0, nodes.length + 1 - 2 * ENDS);
  const shown = hidden > 1 ? [...nodes.slice(0, ENDS), ...nodes.slice(1 - ENDS)] : nodes;
  return (
    <div className={classNames(styles["path"], styles["example"])}>
      <h3>Example: the way of a part of {tree.currency}</h3>
      <p>
        We published {tree.leaves} parts of {tree.currency} on{" "}
        {displayMoment(Date.parse(data.document.created_at))}. Your part would be {nodes.length}{" "}
        {nodes.length === 1 ? "step" : "steps"} from their root. Only you see its amounts, so there are none
        here.
      </p>
      <ol className={styles["way"]}>
        {shown.map((words, place) => (
          <li key={words} className={styles["node"]}>
            <strong>{words}</strong>
            {hidden > 1 && place === ENDS - 1 && <span className={styles["more"]}>{hidden} more steps</span>}
          </li>
        ))}
        <li className={styles["node"]} data-root>
          <strong>The published root, of all {tree.leaves} parts</strong>
          <span className={styles["sum"]}>{unitsText(BigInt(tree.total), tree.currency)}</span>
        </li>
      </ol>
      <code>{tree.root}</code>
    </div>
  );
}
