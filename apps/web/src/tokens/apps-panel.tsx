import type { AppItem } from "@wattle/contracts/apps";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { Panel } from "../controls/panel.tsx";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { AppForm } from "./app-form.tsx";
import styles from "./token-list.module.css";

/** Apps of a developer: programs to which other customers can give a token. */
export function AppsPanel() {
  const apps = trpc.apps.list.useQuery(undefined, SHOWN_IN_PLACE);
  const [adding, setAdding] = useState(false);
  return (
    <Panel title="Your apps">
      {adding ? (
        <AppForm onDone={() => setAdding(false)} />
      ) : (
        <>
          <p className={styles["lead"]}>
            Do you make software for other customers? Register it, and they can allow it without handing over
            a token. <a href="/api/docs#let-customers-connect-your-app">How it works</a>
          </p>
          <Loaded query={apps} what="your apps" lines={2}>
            {(data) => <AppList apps={data} />}
          </Loaded>
          <div className={styles["more"]}>
            <Button kind="quiet" onClick={() => setAdding(true)}>
              Register an app
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

function AppList({ apps }: { readonly apps: readonly AppItem[] }) {
  const utils = trpc.useUtils();
  const [doomed, setDoomed] = useState<AppItem>();
  const remove = trpc.apps.remove.useMutation({
    onSuccess: () => {
      showAlert({ type: "success", text: "App removed" });
    },
    onError: (error) => {
      alertFailure("App", error);
    },
    onSettled: async () => {
      setDoomed(undefined);
      await utils.apps.list.invalidate();
    },
  });
  if (apps.length === 0) return null;
  return (
    <>
      <ul className={styles["list"]} aria-label="Your apps">
        {apps.map((app) => (
          <li key={app.id} className={styles["token"]}>
            <div className={styles["words"]}>
              <p className={styles["name"]}>{app.name}</p>
              <CopyRow code label="Client ID" value={app.id} />
              {app.redirects.map((redirect) => (
                <p key={redirect} className={styles["detail"]}>
                  {redirect}
                </p>
              ))}
              {app.addresses.length > 0 && (
                <p className={styles["detail"]}>Works from {app.addresses.join(", ")}</p>
              )}
            </div>
            <Button kind="quiet" onClick={() => setDoomed(app)}>
              Remove
              <span className="visually-hidden"> {app.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <DangerDialog
        open={doomed !== undefined}
        title="Remove this app?"
        act="Remove app"
        keep="Keep app"
        acting={remove.isPending}
        onAct={() => {
          if (doomed !== undefined) remove.mutate({ id: doomed.id });
        }}
        onKeep={() => setDoomed(undefined)}
      >
        <p>
          All tokens that customers gave <strong>{doomed?.name}</strong> stop working. You can’t undo this.
        </p>
      </DangerDialog>
    </>
  );
}
