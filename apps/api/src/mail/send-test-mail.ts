import type { Config } from "../config.ts";
import { openTransport, senderOf } from "./mail-sender.ts";
import { renderMail } from "./mail-template.ts";

/**
 * Sends a mail at once, in the installation's look and by its sender. @throws if the server does not take it
 * @returns the server's own answer
 */
export async function sendTestMail(
  config: Pick<Config, "brand" | "APP_ORIGIN" | "MAIL_URL" | "MAIL_FROM">,
  to: string,
): Promise<{ readonly from: string; readonly response: string }> {
  const from = senderOf(config);
  const { subject, text, html } = renderMail(config.brand, config.APP_ORIGIN, {
    subject: `Test mail from ${config.brand.name}`,
    paragraphs: ["Hi,", "This mail was sent to see whether it arrives. There’s nothing to do."],
    note: "If you found it among junk mail, set up SPF, DKIM and DMARC for the sender’s domain.",
  });
  const transport = openTransport(config.MAIL_URL);
  try {
    const { response } = await transport.sendMail({ from, to, subject, text, html });
    return { from: from.address, response };
  } finally {
    transport.close();
  }
}
