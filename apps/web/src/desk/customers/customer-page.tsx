import type { CustomerFile } from "../parts/answers.ts";
import { Status } from "../../controls/status.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { noteText } from "../approvals/approval-words.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { dayOf } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { LookingAt, useHere } from "../parts/presence.tsx";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { customerState } from "../parts/customer-states.ts";
import { useCustomerActs } from "./customer-acts.ts";
import { CustomerFacts } from "./customer-facts.tsx";
import { Timeline } from "./customer-timeline.tsx";
import styles from "./customer-page.module.css";

/** The address that a customer has, or had: a closed account has none once it is forgotten. */
const addressOf = ({ user, closure }: CustomerFile): string =>
  closure === null ? user.email : (closure.email ?? "email deleted");

/** The customer's name, or the address if no name is known. */
const customerName = (file: CustomerFile): string =>
  `${file.user.first_name} ${file.user.last_name}`.trim() || addressOf(file);

/** The acts of one's roles; one of them at the side. */
function Acts({ file }: { readonly file: CustomerFile }) {
  const { search, change } = useDeskSearch();
  const may = useMay();
  const acts = useCustomerActs(file).filter(({ needs }) => may(needs));
  const now = acts.find(({ name }) => name === search["act"]);
  const open = useActAsOpened(now);
  const close = (): void => change({ act: "" });
  return (
    <>
      <ActButtons
        acts={acts.map(({ name, title, letter, kind, rare }) => ({
          letter,
          rare,
          harms: kind === "danger",
          button: title,
          run: () => change({ act: name }),
        }))}
      />
      {open !== undefined && (
        <ActDrawer
          key={open.name}
          title={open.title}
          button={open.button}
          kind={open.kind ?? "primary"}
          about={
            <>
              <p>
                {customerName(file)}, {addressOf(file)}
              </p>
              {open.about !== undefined && <p>{open.about}</p>}
            </>
          }
          fields={open.fields}
          subject={file.user.id}
          late={now === undefined}
          isPossible={open.isPossible}
          done={`${open.done}: ${customerName(file)}`}
          call={open.call}
          {...(open.run !== undefined && { run: open.run })}
          {...(open.undo !== undefined && { undo: open.undo })}
          onClose={close}
        />
      )}
    </>
  );
}

/** Everything of a customer on one page. */
export function CustomerPage({ id }: { readonly id: string }) {
  const found = trpc.ops.customers.get.useQuery({ id }, SHOWN_IN_PLACE);
  const file = found.data;
  if (file === undefined)
    return (
      <Screen title="Customer">
        <Loaded query={found} what="this customer" lines={10} />
      </Screen>
    );
  return <Customer file={file} />;
}

/** A customer's file, and the acts of staff on it. */
function Customer({ file }: { readonly file: CustomerFile }) {
  const {
    user,
    on_hold: onHold,
    duplicates,
    notes: [note],
  } = file;
  useHere({ kind: "customer", id: user.id });
  const { kind, word } = customerState(user);
  return (
    <Screen
      title={customerName(file)}
      aside={
        <span className={parts["acts"]}>
          <SiteLink to={`/teamaccess/ledger?customer=${user.id}`}>Ledger postings</SiteLink>
          <SiteLink to="/teamaccess/customers">All customers</SiteLink>
        </span>
      }
    >
      <p className={styles["who"]}>
        <Status kind={kind}>{word}</Status>
        {onHold.length > 0 && <Status kind="risk">On hold: {onHold.join(", ")}</Status>}
        {duplicates.length > 0 && <Status kind="failed">{duplicates.length} may be the same person</Status>}
        <span className={parts["muted"]}>
          {[addressOf(file), user.phone, user.default_country].filter(Boolean).join(" · ")} · customer since{" "}
          {dayOf(user.created_at)}
        </span>
      </p>
      {note !== undefined && (
        <p className={styles["pinned"]}>
          <strong>Note, {dayOf(note.created_at)}</strong> {noteText(note.text)}
        </p>
      )}
      <LookingAt subject={user.id} />
      <Acts file={file} />
      <div className={styles["columns"]}>
        <CustomerFacts file={file} />
        <Timeline file={file} />
      </div>
    </Screen>
  );
}
