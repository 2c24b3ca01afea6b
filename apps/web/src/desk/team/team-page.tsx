import type { StaffRole } from "@wattle/contracts/accounts";
import { STAFF_ROLES } from "@wattle/contracts/choices";
import type { StaffMember } from "@wattle/contracts/staff";
import { Button } from "../../controls/button.tsx";
import { Status, type StateWord } from "../../controls/status.tsx";
import { useSession } from "../../session/session-store.ts";
import { ageText, roleText, rolesText } from "../../staff/staff-words.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Notice } from "../../ui/notice.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer, type ActField } from "../parts/act-drawer.tsx";
import { addressColumn, momentColumn, nameColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import { byMoment, byText } from "../parts/sorting.ts";
import { useServerTime } from "../parts/use-today.ts";
import { tickedIn } from "../parts/tick-field.tsx";
import { useAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";

const memberName = ({ first_name: first, last_name: last }: StaffMember): string => `${first} ${last}`.trim();

/** '3 minutes ago'. @param now the server's time, 0 as long as it is not known */
function seenText({ last_seen_at: at, status }: StaffMember, now: number): string {
  if (status === "invited" || now === 0) return "";
  return at === null ? "Not logged in" : `${ageText(now - Date.parse(at))} ago`;
}

const stepWords = ({ second_step: on }: StaffMember): StateWord =>
  on ? { kind: "done", word: "Two-step login on" } : { kind: "risk", word: "No two-step login" };

const columnsAt = (now: number): readonly DeskColumn<StaffMember>[] => [
  nameColumn("name", "Name", memberName),
  addressColumn("email", "Email", ({ email }) => email),
  {
    key: "roles",
    title: "Roles",
    cell: ({ roles }) => rolesText(roles),
    csv: ({ roles }) => roles.join(" "),
  },
  {
    key: "state",
    title: "State",
    // Most are staff: only the others say so.
    cell: ({ status }) => status === "invited" && <Status kind="waiting">Invited</Status>,
    csv: ({ status }) => status,
  },
  {
    key: "step",
    title: "Two-step login",
    cell: (member) => {
      const { kind, word: words } = stepWords(member);
      return (
        member.status === "active" && (
          <Status kind={kind} quiet>
            {words}
          </Status>
        )
      );
    },
    sort: byText((member) => (member.status === "active" ? stepWords(member).word : "")),
    csv: (member) => (member.status === "active" ? stepWords(member).word : ""),
  },
  {
    key: "seen",
    title: "Last active",
    secondary: true,
    cell: (member) => seenText(member, now),
    sort: byMoment(({ last_seen_at: at }) => at),
    csv: ({ last_seen_at: at }) => at ?? "",
  },
  { ...momentColumn("since", "Since", ({ created_at: at }: StaffMember) => at), secondary: true },
];

const ROLES: ActField = {
  name: "roles",
  label: "Roles",
  hint: "Choose one or more. The first you tick is the main role.",
  options: STAFF_ROLES.map((value) => ({ value, label: roleText(value) })),
  several: true,
};
const rolesOf = (value: string): StaffRole[] => tickedIn(value) as StaffRole[];

/** Invites someone, gives another role, or takes a member out. */
function TeamAct({
  member,
  late,
  act,
  onRemove,
  onClose,
}: {
  readonly member?: StaffMember | undefined;
  /** A colleague has taken the member out while this was open. */
  readonly late: boolean;
  readonly act: string;
  /** Leads from the roles to taking the member out; not there for oneself. */
  readonly onRemove?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  if (member === undefined)
    return (
      <ActDrawer
        title="Invite someone"
        subject="invitation"
        button="Send invitation"
        fields={[{ name: "email", label: "Email" }, ROLES]}
        done="Invitation sent"
        call={({ email = "", roles = "" }) => actCall("ops.staff.invite", { email, roles: rolesOf(roles) })}
        onClose={onClose}
      />
    );
  const called = memberName(member) || member.email;
  const about = <p>{`${memberName(member)} ${member.email}`.trim()}</p>;
  if (act === "remove")
    return (
      <ActDrawer
        title={member.status === "invited" ? "Withdraw invitation" : "Remove from staff"}
        button={member.status === "invited" ? "Take back" : "Take out"}
        kind="danger"
        about={about}
        subject={member.id}
        late={late}
        done={`${called} is no longer staff`}
        call={() => actCall("ops.staff.remove", { id: member.id })}
        onClose={onClose}
      />
    );
  return (
    <ActDrawer
      title="Change roles"
      button="Set roles"
      about={
        <>
          {about}
          {onRemove !== undefined && (
            <div className={parts["acts"]}>
              <Button kind="quiet" className={parts["small"]} onClick={onRemove}>
                Remove from staff…
              </Button>
            </div>
          )}
        </>
      }
      fields={[{ ...ROLES, initial: member.roles.join(",") }]}
      edits
      subject={member.id}
      late={late}
      done={`${called}: roles set`}
      call={({ roles = "" }) => actCall("ops.staff.setRoles", { id: member.id, roles: rolesOf(roles) })}
      onClose={onClose}
    />
  );
}

/** Members of staff, and the invited. */
export function TeamPage() {
  const { search, change } = useDeskSearch();
  const session = useSession();
  const now = useServerTime();
  const list = trpc.ops.staff.list.useQuery(undefined, SHOWN_IN_PLACE);
  const member = list.data?.find(({ id }) => id === search["id"]);
  const opened = useAsOpened(search["id"], member);
  const open = list.data?.filter(({ status, second_step: on }) => status === "active" && !on).length ?? 0;
  const act = search["act"] ?? "";
  const invite = (): void => change({ act: "invite", id: "" });
  useKeys([{ keys: "i", does: "Invite someone", run: invite }]);
  const close = (): void => change({ act: "", id: "" });
  return (
    <Screen
      title="Staff"
      aside={
        <div className={parts["acts"]}>
          <Button className={parts["small"]} onClick={invite}>
            Invite someone <Key>i</Key>
          </Button>
        </div>
      }
    >
      {open > 0 && (
        <Notice kind="warn">
          <p>
            {open} {open === 1 ? "person has" : "people have"} no two-step login. They set it up at their next
            login.
          </p>
        </Notice>
      )}
      <DeskList
        caption="Staff"
        card={{ name: "head", state: "end", roles: "line", step: "line", seen: "line" }}
        columns={columnsAt(now)}
        query={list}
        rowKey={({ id }) => id}
        empty={{ title: "No staff" }}
        onOpen={({ id, status }) => change({ id, act: status === "invited" ? "remove" : "roles" })}
        openKey={search["id"]}
      />
      {(act === "invite" || opened !== undefined) && (
        <TeamAct
          key={`${act}${search["id"]}`}
          member={opened}
          late={member === undefined}
          act={act}
          onRemove={opened?.id === session?.user.id ? undefined : () => change({ act: "remove" })}
          onClose={close}
        />
      )}
    </Screen>
  );
}
