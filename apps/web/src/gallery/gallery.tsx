import { COLOURS } from "@wattle/contracts/theme-colours";
import { useRef, useState, type ReactNode } from "react";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { DateField } from "../controls/date-field.tsx";
import { FileDrop } from "../controls/file-drop.tsx";
import { RadioCard } from "../controls/radio-card.tsx";
import { Card } from "../ui/card.tsx";
import { Panel } from "../controls/panel.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { DataTable } from "../controls/data-table.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PasswordField } from "../controls/password-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { FieldShell, inputClass } from "../ui/field.tsx";
import { Guilloche } from "../ui/guilloche.tsx";
import { Hint } from "../ui/hint.tsx";
import { DownIcon, UpIcon } from "../ui/icons.tsx";
import { beginLoading } from "../ui/loading-store.ts";
import { Logo } from "../ui/logo.tsx";
import { Pagination } from "../controls/pagination.tsx";
import { SchemeSwitch } from "../ui/scheme-switch.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { Status } from "../controls/status.tsx";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { Timeline } from "../controls/timeline.tsx";
import styles from "./gallery.module.css";

const OVERLAY_SHOWN_MILLISECONDS = 2500;

const ROWS = [
  { id: "1", time: "2026/01/31 09:30:00", paid: "1,000.00 AUD", got: "0.00653400 BTC", done: true },
  { id: "2", time: "2026/01/30 17:02:41", paid: "0.25000000 BTC", got: "37,125.00 AUD", done: false },
];

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles["section"]}>
      <h2>{title}</h2>
      <div className={styles["row"]}>{children}</div>
    </section>
  );
}

function showOverlay(): void {
  const end = beginLoading("Getting the rate");
  setTimeout(end, OVERLAY_SHOWN_MILLISECONDS);
}

function Dialogs() {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <Dialog
        open={open}
        title="Remove this bank account?"
        onClose={close}
        actions={
          <>
            <Button kind="quiet" onClick={close}>
              Keep it
            </Button>
            <Button kind="danger" onClick={close}>
              Remove it
            </Button>
          </>
        }
      >
        <p>Withdrawals to it will no longer be possible. Your history keeps its rows.</p>
      </Dialog>
    </>
  );
}

function Pages() {
  const [page, setPage] = useState(6);
  return <Pagination label="Pages of the example" page={page} lastPage={12} onPage={setPage} />;
}

function Choices() {
  const [ticked, setTicked] = useState(true);
  const [way, setWay] = useState("transfer");
  const [day, setDay] = useState("2026-01-31");
  const open = useRef<() => void>(null);
  return (
    <div className={styles["fields"]}>
      <Checkbox name="tick" label="Keep me logged in" checked={ticked} onChange={setTicked} />
      <Checkbox
        name="scope"
        label="Read"
        about="Look at balances"
        error={ticked ? undefined : "Choose what it may do"}
        checked={ticked}
        onChange={setTicked}
      />
      {["transfer", "card"].map((value) => (
        <RadioCard
          key={value}
          name="way"
          value={value}
          title={value === "card" ? "Card" : "Bank transfer"}
          about="In your own name"
          aside="1 day"
          checked={way === value}
          onChoose={() => setWay(value)}
        />
      ))}
      <DateField
        label="From"
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        onChoose={setDay}
      />
      <div>
        <label htmlFor="photo">Photo</label>
        <FileDrop
          id="photo"
          name="photo"
          accept={{ "image/png": [".png"] }}
          largest={1_000_000}
          invalid={false}
          describedBy="photo-hint"
          disabled={false}
          onFile={(file) => showAlert({ type: "info", text: file.name })}
          onRefused={(problem) => showAlert({ type: "error", text: problem })}
          openRef={open}
        >
          <span id="photo-hint">A PNG file</span>
          <Button kind="quiet" onClick={() => open.current?.()}>
            Choose
          </Button>
        </FileDrop>
      </div>
    </div>
  );
}

/** Every component of `ui` and `controls` in all its states, for looking at in both schemes. */
// oxlint-disable-next-line max-lines-per-function -- one example after another, with no logic between them
export function Gallery() {
  return (
    <MantineFrame>
      <div className={styles["gallery"]}>
        <ScreenHead
          title="Components"
          lead="All states, in the scheme chosen here."
          aside={<SchemeSwitch />}
        />

        <Section title="Colours">
          {Object.keys(COLOURS).map((token) => (
            <span key={token} className={styles["swatch"]}>
              <span style={{ background: `var(--${token})` }} />
              {token}
            </span>
          ))}
        </Section>

        <Section title="Type">
          <div className={styles["stack"]}>
            {[44, 32, 24, 20, 17, 15, 13].map((size) => (
              <p key={size} style={{ fontSize: `var(--text-${size})` }}>
                {size} · You get 0.01005973 BTC
              </p>
            ))}
            <p className="figures">1,111.11 · tabular figures · 8,888.88</p>
          </div>
        </Section>

        <Section title="Buttons">
          <Button>Primary</Button>
          <Button kind="accent">The one action</Button>
          <Button kind="quiet">Quiet</Button>
          <Button kind="danger">Danger</Button>
          <Button loading>Loading</Button>
          <Button disabled>Disabled</Button>
        </Section>

        <Section title="Fields">
          <div className={styles["fields"]}>
            <TextField label="Email" defaultValue="someone@demo.test" valid />
            <TextField label="Name" hint="As in your passport." />
            <TextField label="Email" defaultValue="someone@" error="Email must be a valid email" />
            <PasswordField label="Password" defaultValue="not-a-password" />
            <FieldShell label="You pay" large end={<strong className={styles["end"]}>AUD</strong>}>
              {(control) => (
                <input {...control} className={inputClass} inputMode="decimal" defaultValue="1,000.00" />
              )}
            </FieldShell>
            <SelectField
              label="Country"
              placeholder="Choose one"
              options={["Australia", "Fiji", "New Zealand", "Nigeria", "Samoa", "Tonga"].map((label) => ({
                value: label,
                label,
              }))}
              onChange={() => undefined}
            />
          </div>
        </Section>

        <Section title="Choices, dates and files">
          <Choices />
        </Section>

        <Section title="Help">
          <p className={styles["help"]}>
            Our fee, 1.00%{" "}
            <Hint label="About the fee">It is taken from what you pay, before we convert.</Hint>
          </p>
        </Section>

        <Section title="Status and change">
          <Status kind="done">Completed</Status>
          <Status kind="waiting">Awaiting payment</Status>
          <Status kind="stopped">Cancelled</Status>
          <Status kind="failed">Rejected</Status>
          <span className={styles["gain"]}>
            <UpIcon size={14} /> +1.24%
          </span>
          <span className={styles["loss"]}>
            <DownIcon size={14} /> −0.38%
          </span>
        </Section>

        <Section title="Panels">
          <Panel title="Balances" aside={<a href="#balances">All</a>} className={styles["panel"]}>
            <p id="balances" className="figures">
              250,000.00 AUD
            </p>
          </Panel>
          <Panel title="Loading" loading className={styles["panel"]}>
            {null}
          </Panel>
          <Card floating className={styles["panel"]}>
            <EmptyState
              title="No transactions yet"
              action={<Button kind="quiet">Make your first exchange</Button>}
            >
              What you deposit, exchange and withdraw will show here.
            </EmptyState>
          </Card>
        </Section>

        <Section title="Table and pages">
          <Card className={styles["wide"]}>
            <DataTable
              caption="An example"
              rows={ROWS}
              rowKey={(row) => row.id}
              columns={[
                { key: "time", title: "Time", cell: (row) => row.time },
                { key: "paid", title: "You paid", figures: true, cell: (row) => row.paid },
                { key: "got", title: "You got", figures: true, cell: (row) => row.got },
                {
                  key: "status",
                  title: "Status",
                  cell: (row) => (
                    <Status kind={row.done ? "done" : "waiting"}>
                      {row.done ? "Completed" : "Requested"}
                    </Status>
                  ),
                },
              ]}
            />
          </Card>
          <Pages />
        </Section>

        <Section title="Copying and steps">
          <Card className={styles["wide"]}>
            <CopyRow label="Reference" value="WTL-7Q4K-29" />
            <CopyRow label="BSB" value="000-000" />
          </Card>
          <Timeline
            label="What happens next"
            steps={[
              { key: "a", title: "You told us", detail: "Today, 09:30", state: "done" },
              {
                key: "b",
                title: "Your bank sends the money",
                detail: "Usually within a day",
                state: "current",
              },
              { key: "c", title: "It is in your balance", state: "coming" },
            ]}
          />
        </Section>

        <Section title="Alerts, overlay, dialog">
          <Button
            kind="quiet"
            onClick={() =>
              showAlert({ type: "success", text: "Success exchange: 1000.00 AUD to 0.00653400 BTC" })
            }
          >
            Success
          </Button>
          <Button
            kind="quiet"
            onClick={() => showAlert({ type: "error", text: "User login: Wrong email or password." })}
          >
            Error
          </Button>
          <Button
            kind="quiet"
            onClick={() => showAlert({ type: "info", text: "A link went to someone@demo.test" })}
          >
            Note
          </Button>
          <Button kind="quiet" onClick={showOverlay}>
            Overlay
          </Button>
          <Dialogs />
        </Section>

        <Section title="Logo and line-work">
          <div className={styles["art"]}>
            <Guilloche seed="dev.ui" className={styles["figure"]} />
            <Logo />
          </div>
        </Section>
      </div>
    </MantineFrame>
  );
}
