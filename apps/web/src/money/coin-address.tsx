import styles from "./coin-address.module.css";

/** The mark of hex is part of the first. */
const GROUP = /^0x.{4}|.{1,4}/gs;
/** Groups at both ends that people compare. */
const COMPARED = 2;

/** A whole address in groups of four, its ends marked. It is copied without gaps. */
export function WholeAddress({ address }: { readonly address: string }) {
  const groups = address.match(GROUP) ?? [];
  return (
    <span translate="no" className={styles["whole"]}>
      {groups.map((group, place) => {
        const isEnd = place < COMPARED || place >= groups.length - COMPARED;
        return (
          // Groups have no other name than their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={place} className={isEnd ? styles["end"] : undefined}>
            {group}
          </span>
        );
      })}
    </span>
  );
}

/** An address without its middle; readers get all of it. */
export function ShortAddress({ address }: { readonly address: string }) {
  return (
    <span translate="no" className={styles["short"]} title={address}>
      <span aria-hidden="true">
        {address.slice(0, 9)}…{address.slice(-6)}
      </span>
      <span className="visually-hidden">{address}</span>
    </span>
  );
}
