import { ABOUT_LABELS } from "@wattle/contracts/identity-about";
import { DOCUMENT_SIDES, IDENTITY_LABELS, type DocumentSide } from "@wattle/contracts/identity-rules";
import { Status } from "../../controls/status.tsx";
import { cardClass } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { CustomerFile } from "../parts/answers.ts";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import type { Compared } from "./document-stage.tsx";
import styles from "./identities.module.css";

type Identity = CustomerFile["identity"];
export type SinceLastTry = NonNullable<Identity["since_last_try"]>;

const PHOTOS: Readonly<Record<DocumentSide, string>> = {
  front: "photo of the front",
  back: "photo of the back",
  selfie: "selfie",
};

/** A photo with what became of it, if it isn’t just another one. */
function photoText({ side, before }: SinceLastTry["photos"][number], { documents }: Identity): string {
  if (before === null) return `${PHOTOS[side]} (added)`;
  return documents.some((document) => document.side === side) ? PHOTOS[side] : `${PHOTOS[side]} (removed)`;
}

/** The customer's changes, in a line, and the message to the customer. */
export function LastTry({ identity, since }: { readonly identity: Identity; readonly since: SinceLastTry }) {
  const { changed, photos, answers, sent_back_at: at, message } = since;
  const words = [
    ...changed.map(({ field }) => IDENTITY_LABELS[field].toLowerCase()),
    ...photos.map((photo) => photoText(photo, identity)),
    ...answers.map(({ field }) => ABOUT_LABELS[field].toLowerCase()),
  ];
  return (
    <div className={classNames(cardClass(), styles["lastTry"])}>
      {words.length === 0 ? (
        <Status kind="risk">Nothing changed since the last attempt.</Status>
      ) : (
        <p>
          <strong>Changed since the last attempt:</strong> {words.join(", ")}
        </p>
      )}
      <p className={parts["muted"]}>
        Sent back {momentText(at)}: {message}
      </p>
    </div>
  );
}

/** A field’s text with the one it had; both empty ones say so. */
export const ChangedText = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <span className={styles["changed"]}>
    <mark>{after || "empty"}</mark> <span className={styles["before"]}>before: {before || "empty"}</span>
  </span>
);

/** The photos of the last try, if any of them is another one now. */
export function photosThen({ documents, since_last_try: since }: Identity): Compared | undefined {
  if (since?.photos.some(({ before }) => before !== null) !== true) return undefined;
  const then = DOCUMENT_SIDES.flatMap((side) => {
    const photo = since.photos.find((each) => each.side === side);
    return photo === undefined ? documents.filter((each) => each.side === side) : (photo.before ?? []);
  });
  return { name: "the last try", documents: then };
}
