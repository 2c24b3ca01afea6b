import { useKeys } from "./keys.ts";
import styles from "./parts.module.css";
import { useDeskSearch } from "./use-desk-search.ts";

interface ViewsProps<Name extends string> {
  /** Name of the views. */
  readonly label: string;
  /** The first one is shown if the address names none. */
  readonly views: readonly (readonly [Name, string])[];
  readonly view: Name | undefined;
  /** Parts of the address that belong to only one view. */
  readonly forget: readonly string[];
}

/** The views of a screen: a press, or the number of its place, leads to each. */
export function Views<Name extends string>({ label, views, view, forget }: ViewsProps<Name>) {
  const { change } = useDeskSearch();
  const show = (name: Name): void =>
    change({
      ...Object.fromEntries([...forget, "sort"].map((part) => [part, ""])),
      view: name === views[0]?.[0] ? "" : name,
    });
  useKeys(
    views.map(([name, title], place) => ({ keys: String(place + 1), does: title, run: () => show(name) })),
  );
  return (
    <nav aria-label={label} className={styles["views"]}>
      {views.map(([name, title], place) => (
        <button
          key={name}
          type="button"
          className={styles["view"]}
          // In a box after the words it would read as a count.
          title={`Key ${place + 1}`}
          aria-keyshortcuts={String(place + 1)}
          aria-current={name === view ? "page" : undefined}
          onClick={() => show(name)}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}
