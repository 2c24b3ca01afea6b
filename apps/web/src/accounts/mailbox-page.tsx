import { useQuery } from "@tanstack/react-query";
import { displayMoment } from "@wattle/exchange-core/display";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { Loaded } from "../controls/loaded.tsx";
import styles from "./mailbox-page.module.css";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created_at: string;
}

const LOOK_AGAIN_MILLISECONDS = 3_000;
/** Height of the frame that shows a mail, in pixels. */
const BORDERS = 2;

async function fetchMails(): Promise<readonly Mail[]> {
  const response = await fetch("/dev/mail.json");
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`);
  const { data } = (await response.json()) as { data: readonly Mail[] };
  return data;
}

/** The first link a mail carries; a frame that may not run scripts cannot lead this page anywhere. */
const linkOf = (mail: Mail): string | undefined => /https?:\/\/\S+/.exec(mail.text)?.[0];

/** As high as the mail in it, so that its end is seen without scrolling a second time. */
function fitToMail(frame: HTMLIFrameElement): void {
  // A document is as high as its frame at least.
  frame.style.height = "0";
  const height = frame.contentDocument?.documentElement.scrollHeight;
  frame.style.height = height === undefined ? "" : `${height + BORDERS}px`;
}

/** Mail that the product would have sent, newest first. */
export function MailboxPage() {
  const mails = useQuery({
    queryKey: ["dev-mail"],
    queryFn: fetchMails,
    refetchInterval: LOOK_AGAIN_MILLISECONDS,
  });
  const [chosen, setChosen] = useState<string>();
  const keyOf = (mail: Mail): string => `${mail.created_at} ${mail.to} ${mail.subject}`;
  const shown = mails.data?.find((mail) => keyOf(mail) === chosen) ?? mails.data?.[0];
  const link = shown === undefined ? undefined : linkOf(shown);
  return (
    <div className={styles["page"]}>
      <ScreenHead
        title="Mailbox"
        lead="Every email from this demo, newest first. None of them left this machine."
        aside={
          <Button kind="quiet" onClick={() => void mails.refetch()}>
            Refresh
          </Button>
        }
      />
      <Loaded query={mails} what="the mailbox" note={mails.error?.message} lines={5}>
        {() => null}
      </Loaded>
      {mails.data?.length === 0 && (
        <EmptyState title="No emails yet">Sign up or reset a password to see one here.</EmptyState>
      )}
      {shown !== undefined && (
        <div className={styles["box"]}>
          <ol className={styles["list"]} aria-label="Emails">
            {mails.data?.map((mail) => (
              <li key={keyOf(mail)}>
                <button
                  type="button"
                  className={classNames(styles["mail"], mail === shown && styles["chosen"])}
                  aria-current={mail === shown ? "true" : undefined}
                  onClick={() => setChosen(keyOf(mail))}
                >
                  <span className={styles["subject"]}>{mail.subject}</span>
                  <span className={styles["meta"]}>{mail.to}</span>
                  <time className={styles["meta"]} dateTime={mail.created_at}>
                    {displayMoment(Date.parse(mail.created_at))}
                  </time>
                </button>
              </li>
            ))}
          </ol>
          <Card className={styles["reader"]}>
            <h2 className={styles["title"]}>{shown.subject}</h2>
            <p className={styles["meta"]}>To {shown.to}</p>
            {link !== undefined && (
              <p className={styles["link"]}>
                <a href={link}>{link}</a>
              </p>
            )}
            <iframe
              className={styles["frame"]}
              title={`Email: ${shown.subject}`}
              // Without scripts the frame can do no more than before; the page may measure it.
              sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
              onLoad={({ currentTarget }) => fitToMail(currentTarget)}
              srcDoc={shown.html.replace("<head>", '<head><base target="_blank">')}
            />
            <details className={styles["plain"]}>
              <summary>As plain text</summary>
              <pre>{shown.text}</pre>
            </details>
          </Card>
        </div>
      )}
    </div>
  );
}
