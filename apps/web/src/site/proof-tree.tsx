import styles from "./proof-tree.module.css";

const LEVELS = 4;
/** Which of the parts at the foot belong to the reader of the page. */
const YOURS = [2, 5];
const WIDTH = 360;
const STEP = 64;

interface Joint {
  readonly x: number;
  readonly y: number;
  /** `path` is what a reader's own parts are in; `given` is the other side of a pair on the way. */
  readonly kind: "path" | "given" | "other";
  readonly parent: { readonly x: number; readonly y: number } | undefined;
}

const placeOf = (level: number, index: number) => ({
  x: (WIDTH / 2 ** level) * (index + 0.5),
  y: 20 + STEP * level,
});
const isOnPath = (level: number, index: number): boolean =>
  YOURS.some((part) => part >> (LEVELS - 1 - level) === index);

/** From the root down. */
const JOINTS: readonly Joint[] = Array.from({ length: LEVELS }, (_, level) =>
  Array.from({ length: 2 ** level }, (__, index): Joint => {
    const kind = isOnPath(level, index) ? "path" : isOnPath(level, index ^ 1) ? "given" : "other";
    return {
      ...placeOf(level, index),
      kind,
      parent: level === 0 ? undefined : placeOf(level - 1, index >> 1),
    };
  }),
).flat();

/** How parts are joined in pairs up to the root, with someone's own parts and the way up from them. */
export function ProofTree() {
  return (
    <figure className={styles["tree"]}>
      <svg
        viewBox={`0 0 ${WIDTH} ${40 + STEP * (LEVELS - 1)}`}
        role="img"
        aria-label="Eight parts joined in pairs, the pairs in pairs, up to one root. Two of the parts are yours."
      >
        {JOINTS.map(({ x, y, parent, kind }) =>
          parent === undefined ? null : (
            <line key={`${x} ${y}`} className={styles[kind]} x1={parent.x} y1={parent.y} x2={x} y2={y} />
          ),
        )}
        {JOINTS.map(({ x, y, parent, kind }) => (
          <circle
            key={`${x} ${y}`}
            className={styles[parent === undefined ? "root" : kind]}
            cx={x}
            cy={y}
            r={parent === undefined ? 12 : 8}
          />
        ))}
      </svg>
      <figcaption>
        <span className={styles["sign"]} data-sign="root" /> The root, which we publish
        <span className={styles["sign"]} data-sign="path" /> Your parts, and the sums they are in
        <span className={styles["sign"]} data-sign="given" /> Given to you for the check
      </figcaption>
    </figure>
  );
}
