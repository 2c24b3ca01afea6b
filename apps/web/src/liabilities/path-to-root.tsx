import type { ClimbStep, LiabilityCheck } from "@wattle/contracts/liability-tree";
import { useId } from "react";
import { Status } from "../controls/status.tsx";
import { Fold } from "../ui/fold.tsx";
import type { BalanceCheck } from "./check-balance.ts";
import { unitsText } from "./published.ts";
import styles from "./path-to-root.module.css";

type LiabilityTree = BalanceCheck["document"]["trees"][number];

/** More nodes than these at each end are one line: what is between them only repeats. */
const ENDS = 2;

interface Node {
  readonly step: ClimbStep;
  /** How many steps it is above the part: each doubles the parts that are joined. */
  readonly above: number;
}

/** Whether the last step is what was published; undefined if it is not there yet. */
function reachesRoot({ step, above }: Node, tree: LiabilityTree | undefined): boolean | undefined {
  if (tree === undefined || 2 ** above < tree.leaves) return undefined;
  return step.hash === tree.root && String(step.sum) === tree.total;
}

/** Subject of a node on the way; at the end, whether it is the published root. */
function NodeWords({ node, tree }: { readonly node: Node; readonly tree: LiabilityTree | undefined }) {
  const isRoot = reachesRoot(node, tree);
  if (isRoot === undefined)
    return <strong>{node.above === 0 ? "Your part" : `${2 ** node.above} parts combined`}</strong>;
  return (
    <strong>
      <Status kind={isRoot ? "done" : "failed"}>
        {isRoot ? "Matches the published root" : "Doesn’t match the published root"}
      </Status>
    </strong>
  );
}

type Leaf = LiabilityCheck["leaves"][number];

interface WayProps {
  readonly leaf: Leaf;
  readonly currency: string;
  readonly tree: LiabilityTree | undefined;
  /** Name of the part, such as `Part 1 of 3`. */
  readonly name: string;
}

/** The way of one part, node by node, from the part to the root. */
function Way({ leaf, currency, tree, name }: WayProps) {
  const id = useId();
  const nodes = leaf.steps.map((step, above): Node => ({ step, above }));
  const hidden = nodes.length > 2 * ENDS + 1 ? nodes.length - 2 * ENDS : 0;
  const shown = hidden === 0 ? nodes : [...nodes.slice(0, ENDS), ...nodes.slice(-ENDS)];
  return (
    <section aria-labelledby={id}>
      <h4 id={id}>
        {name}: {unitsText(leaf.amount, currency)}
      </h4>
      <ol className={styles["way"]}>
        {shown.map((node, place) => (
          <li
            key={node.step.hash}
            className={styles["node"]}
            data-root={reachesRoot(node, tree) !== undefined || undefined}
          >
            <NodeWords node={node} tree={tree} />
            <span className={styles["sum"]}>{unitsText(node.step.sum, currency)}</span>
            {hidden > 0 && place === ENDS - 1 && (
              <span className={styles["more"]}>
                {hidden} more step{hidden === 1 ? "" : "s"}
              </span>
            )}
          </li>
        ))}
      </ol>
      <Fold summary={<>Show the hashes{<span className="visually-hidden"> of {name}</span>}</>}>
        <ol className={styles["hashes"]}>
          {nodes.map(({ step }) => (
            <li key={step.hash}>
              <code>{step.hash}</code>
            </li>
          ))}
        </ol>
      </Fold>
    </section>
  );
}

interface PathToRootProps {
  readonly check: LiabilityCheck;
  readonly tree: LiabilityTree | undefined;
}

/** A customer's own way through the tree of a currency: each of their parts up to the root that everyone can see. */
export function PathToRoot({ check: { currency, leaves }, tree }: PathToRootProps) {
  return (
    <Fold summary="Show every step" className={styles["path"]}>
      <p>
        We split your balance into {leaves.length} parts, so that no one can read it from theirs. Combined
        with other customers’ parts, each leads to the published root:
      </p>
      <code>{tree?.root ?? "–"}</code>
      <div className={styles["ways"]}>
        {leaves.map((leaf, place) => (
          <Way
            // A leaf has no other name than its place.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            leaf={leaf}
            currency={currency}
            tree={tree}
            name={`Part ${place + 1} of ${leaves.length}`}
          />
        ))}
      </div>
    </Fold>
  );
}
