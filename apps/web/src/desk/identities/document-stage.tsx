import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { Button } from "../../controls/button.tsx";
import { fetchData, refusedBecause } from "../../accounts/fetch-data.ts";
import { ownAddress } from "../../session/call-headers.ts";
import { saveFile } from "../../ui/save-file.ts";
import { classNames } from "../../ui/class-names.ts";
import type { CustomerFile } from "../parts/answers.ts";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import styles from "./identities.module.css";

const SIDES = {
  sent: ["Sent now", "n"],
  front: ["Front", "f"],
  back: ["Back", "d"],
  selfie: ["Selfie", "s"],
} as const;

/** A photo of an identity, or what was sent to be compared with it. */
interface Document extends Pick<CustomerFile["identity"]["documents"][number], "id" | "media_type"> {
  readonly side: keyof typeof SIDES;
}

/** Photos that are compared with these, and whose or of when they are. */
export interface Compared {
  readonly name: string;
  readonly documents: readonly Document[];
}

/** The server's name for opening a document. */
const OPENING = "ops.customers.openDocument";

/** As large as there is room for all of it, in percent. */
const WHOLE = 100;
const SMALLEST = 50;
const LARGEST = 400;
const STEP = 25;
const QUARTER = 90;
const HALF = 180;
/** Pixels that a press of an arrow key moves the photo by. */
const MOVE = 80;

const ARROWS = [
  ["ArrowLeft", "left", -MOVE, 0],
  ["ArrowRight", "right", MOVE, 0],
  ["ArrowUp", "up", 0, -MOVE],
  ["ArrowDown", "down", 0, MOVE],
] as const;

interface PhotoProps {
  readonly document: Document;
  /** Its description, for those who do not see it. */
  readonly alt: string;
  /** Percent of the size in which all of it is in sight. */
  readonly zoom?: number;
  /** Degrees. */
  readonly turn?: number;
}

/** A document that is no photo is saved as a file. */
function PdfFile({ id, onProblem }: { readonly id: string; readonly onProblem: (why: string) => void }) {
  const save = async (): Promise<void> => {
    try {
      const file = await fetchData(`/api/ops/documents/${id}`, OPENING);
      if (file !== undefined) saveFile(`${file.name}.pdf`, file.content, "application/pdf");
    } catch (thrown) {
      onProblem(thrown instanceof Error ? thrown.message : "");
    }
  };
  return (
    <p>
      <Button kind="quiet" onClick={() => void save()}>
        Download the PDF
      </Button>
    </p>
  );
}

/** A photo that does not load says so; the log has each that did. */
function Photo({ document, alt, zoom = WHOLE, turn = 0 }: PhotoProps) {
  const [failed, setFailed] = useState(0);
  const [problem, setProblem] = useState<string>();
  // Its height by its width, once it is there.
  const [ratio, setRatio] = useState<number>();
  const image = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    // It was enlarged before it was there.
    const view = image.current?.parentElement;
    if (ratio === undefined || view === undefined || view === null) return;
    view.scrollLeft = (view.scrollWidth - view.clientWidth) / 2;
    view.scrollTop = (view.scrollHeight - view.clientHeight) / 2;
  }, [ratio]);
  const address = ownAddress(`/api/ops/documents/${document.id}`);
  const again = (): void => {
    setFailed(failed + 1);
    setProblem(undefined);
  };
  if (problem !== undefined)
    return (
      <p role="alert">
        The photo didn’t load. {problem}{" "}
        <Button kind="quiet" onClick={again}>
          Try again
        </Button>
      </p>
    );
  if (document.media_type === "application/pdf") return <PdfFile id={document.id} onProblem={setProblem} />;
  return (
    <img
      key={failed}
      ref={image}
      src={address}
      alt={alt}
      // One that has no room is not opened, and is not in the log.
      loading="lazy"
      className={classNames(
        styles["photo"],
        ratio === undefined && styles["ahead"],
        turn % HALF !== 0 && styles["lying"],
      )}
      style={{ "--zoom": zoom / WHOLE, "--ratio": ratio ?? 1, rotate: `${turn}deg` } as CSSProperties}
      onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) => setRatio(naturalHeight / naturalWidth)}
      onError={() =>
        void refusedBecause(address, OPENING).then((why) => (why === undefined ? again() : setProblem(why)))
      }
    />
  );
}

/** The large photo, and its size in percent of the room for it. */
export interface Look {
  readonly side: Document["side"];
  readonly zoom: number;
}

interface DocumentStageProps {
  /** Words in the place of photos, if there are none. */
  readonly missing?: string | undefined;
  readonly documents: readonly Document[];
  /** Shown from now on, until another is chosen. */
  readonly look?: Look | undefined;
  /** Sides whose photo is another one than at the last try. */
  readonly changed?: readonly Document["side"][] | undefined;
  /** More of what changes what is shown, next to its buttons. */
  readonly children?: ReactNode;
  /** Shows the face next to the document, if there is room for both. */
  readonly paired?: boolean;
  /** Shows the same side of someone else’s, or of the last try, next to it, in place of one’s own other photo. */
  readonly compared?: Compared | undefined;
}

/**
 * The photo next to the chosen one: another person's same side, or else the face. Next to the face it is the document.
 */
function Second({ documents, paired = false, compared, side }: DocumentStageProps & Pick<Document, "side">) {
  const wanted = compared !== undefined ? side : side === "selfie" ? documents[0]?.side : "selfie";
  const document = (compared?.documents ?? documents).find((each) => each.side === wanted);
  const word = SIDES[side][0];
  if (compared !== undefined)
    return (
      <figure className={styles["second"]}>
        <figcaption>{compared.name}</figcaption>
        {document === undefined ? (
          <p className={parts["muted"]}>{word}: not sent.</p>
        ) : (
          <div className={styles["frame"]}>
            <Photo key={document.id} document={document} alt={`${word} of ${compared.name}`} />
          </div>
        )}
      </figure>
    );
  if (!paired || document === undefined || document.side === side) return null;
  return (
    <figure className={classNames(styles["second"], styles["roomy"])}>
      <div className={styles["frame"]}>
        <Photo key={document.id} document={document} alt={SIDES[document.side][0]} />
      </div>
    </figure>
  );
}

/**
 * Start of a photo's frame after its size changed `by` a factor, so that its middle stays. Pixels: of the photo now,
 * and of the room for it.
 */
function keptMiddle(start: number, room: number, now: number, by: number): number {
  // A photo that is smaller than its room is in the middle.
  const edge = Math.max(0, (room - now / by) / 2);
  return (start + room / 2 - edge) * by - room / 2;
}

/**
 * Frame of a part of an enlarged photo: its middle stays in the middle when the size changes, and arrow keys move it.
 */
function useView(zoom: number) {
  const view = useRef<HTMLElement>(null);
  const was = useRef(zoom);
  useLayoutEffect(() => {
    const by = zoom / was.current;
    was.current = zoom;
    if (view.current === null || by === 1) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = view.current;
    view.current.scrollLeft = keptMiddle(scrollLeft, clientWidth, scrollWidth, by);
    view.current.scrollTop = keptMiddle(scrollTop, clientHeight, scrollHeight, by);
  }, [zoom]);
  // If the whole photo is there, they scroll the page, as ever.
  const keys = zoom <= WHOLE ? [] : ARROWS;
  useKeys(
    keys.map(([key, way, left, top]) => ({
      keys: key,
      does: `Move ${way} on the photo`,
      run: () => {
        if (view.current === null) return;
        view.current.scrollLeft += left;
        view.current.scrollTop += top;
      },
    })),
  );
  return view;
}

/** The photos: one is chosen, enlarged, turned and moved by keyboard. */
export function DocumentStage(props: DocumentStageProps) {
  const { documents, look, changed = [], missing = "No photo was sent.", children } = props;
  const [side, setSide] = useState(documents[0]?.side);
  const [zoom, setZoom] = useState(WHOLE);
  const [turn, setTurn] = useState(0);
  const view = useView(zoom);
  const document = documents.find((each) => each.side === side);
  const enlarge = (by: number): void => setZoom(Math.min(LARGEST, Math.max(SMALLEST, zoom + by)));
  const turned = (): void => setTurn((turn + QUARTER) % 360);
  const choose = (chosen: Document["side"]): void => {
    setSide(chosen);
    setZoom(WHOLE);
    setTurn(0);
  };
  const [looked, setLooked] = useState(look);
  if (look !== looked) {
    setLooked(look);
    if (look !== undefined && documents.some((each) => each.side === look.side)) {
      if (look.side !== side) setTurn(0);
      setSide(look.side);
      setZoom(look.zoom);
    }
  }
  useKeys([
    ...documents.map((each) => ({
      keys: SIDES[each.side][1],
      does: `Show ${SIDES[each.side][0].toLowerCase()}`,
      run: () => choose(each.side),
    })),
    { keys: "+", does: "Enlarge the photo", run: () => enlarge(STEP) },
    { keys: "-", does: "Make the photo smaller", run: () => enlarge(-STEP) },
    { keys: "t", does: "Turn the photo", run: turned },
  ]);
  if (documents.length === 0) return <p className={parts["muted"]}>{missing}</p>;
  return (
    <section aria-label="Photos" className={styles["stage"]}>
      <div className={parts["acts"]}>
        {documents.map((each) => (
          <Button
            key={each.id}
            kind="quiet"
            className={parts["small"]}
            aria-pressed={each.side === side}
            onClick={() => choose(each.side)}
          >
            {SIDES[each.side][0]} {changed.includes(each.side) && <mark>new</mark>}{" "}
            <Key>{SIDES[each.side][1]}</Key>
          </Button>
        ))}
        <Button kind="quiet" className={parts["small"]} onClick={() => enlarge(STEP)}>
          Enlarge <Key>+</Key>
        </Button>
        <Button kind="quiet" className={parts["small"]} onClick={() => enlarge(-STEP)}>
          Smaller <Key>-</Key>
        </Button>
        <Button kind="quiet" className={parts["small"]} onClick={turned}>
          Turn <Key>t</Key>
        </Button>
        {children}
      </div>
      <div className={styles["photos"]}>
        {/* It takes the focus, so that arrow keys move what is larger than it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section ref={view} className={styles["view"]} tabIndex={0} aria-label="Photo, arrow keys move it">
          {document !== undefined && (
            <Photo
              key={document.id}
              document={document}
              alt={SIDES[document.side][0]}
              zoom={zoom}
              turn={turn}
            />
          )}
        </section>
        {side !== undefined && <Second {...props} side={side} />}
      </div>
      <p className={parts["muted"]}>
        {zoom > WHOLE && "Arrow keys move the photo. "}Every photo that opens here is in the audit log, with
        your name.
      </p>
    </section>
  );
}
