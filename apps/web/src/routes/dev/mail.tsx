import { createFileRoute } from "@tanstack/react-router";
import { MailboxPage } from "../../accounts/mailbox-page.tsx";
import { MantineFrame } from "../../controls/theme/frame.tsx";

/** The mailbox of a demo. The server offers this address only with demo data. */
export const Route = createFileRoute("/dev/mail")({
  component: Mailbox,
  staticData: { name: "dev.mail", title: "Mailbox", background: "canvas", unlisted: true },
});

function Mailbox() {
  return (
    <MantineFrame>
      <MailboxPage />
    </MantineFrame>
  );
}
