import type { Brand } from "@wattle/contracts/brand";

/** What a mail says, before it is set in the brand's look. All texts are plain; markup is made here. */
export interface MailContent {
  /** Also the heading. */
  readonly subject: string;
  /** A line break within a paragraph stays one. */
  readonly paragraphs: readonly string[];
  /** The one thing to do: the mail also has its address as text. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print under the action. */
  readonly note?: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);
const inMarkup = (text: string): string => escaped(text).replaceAll("\n", "<br>");

const LONGEST_SUBJECT = 150;
/** A header is one line. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST_SUBJECT);

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PETROL = "#0E4A5A";

/** Mail programs know neither style sheets nor custom properties: tables and inline styles carry the brand's look. */
function html(brand: Brand, origin: string, mail: MailContent): string {
  const colour = brand.colours["brand"] ?? PETROL;
  const paragraphs = mail.paragraphs
    .map((text) => `<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${inMarkup(text)}</p>`)
    .join("");
  const action =
    mail.action === undefined
      ? ""
      : `<p style="margin:24px 0"><a href="${escaped(mail.action.url)}" style="display:inline-block;padding:14px 28px;border-radius:6px;background:${colour};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escaped(mail.action.label)}</a></p>
<p style="margin:0 0 16px;color:#465654;font-size:14px;line-height:1.5">If the button does not work, open this address:<br><a href="${escaped(mail.action.url)}" style="color:${colour};word-break:break-all">${escaped(mail.action.url)}</a></p>`;
  const note =
    mail.note === undefined
      ? ""
      : `<p style="margin:0;color:#465654;font-size:14px;line-height:1.5">${inMarkup(mail.note)}</p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escaped(oneLine(mail.subject))}</title></head>
<body style="margin:0;padding:0;background:#F3F6F5;color:#10201F;font-family:${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#F3F6F5"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:20px 32px;border-radius:10px 10px 0 0;background:${colour};color:#ffffff;font-size:20px;font-weight:700">${escaped(brand.name)}</td></tr>
<tr><td style="padding:32px;border:1px solid #D3DCDA;border-top:0;border-radius:0 0 10px 10px;background:#ffffff;color:#10201F">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escaped(mail.subject)}</h1>
${paragraphs}${action}${note}
</td></tr>
<tr><td style="padding:20px 32px;color:#465654;font-size:13px;line-height:1.5">${escaped(brand.name)} · <a href="${escaped(origin)}" style="color:#465654">${escaped(origin.replace(/^https?:\/\//, ""))}</a> · <a href="mailto:${escaped(brand.supportEmail)}" style="color:#465654">${escaped(brand.supportEmail)}</a></td></tr>
</table></td></tr></table>
</body>
</html>
`;
}

function plainText(brand: Brand, origin: string, mail: MailContent): string {
  const parts = [
    mail.subject,
    ...mail.paragraphs,
    ...(mail.action === undefined ? [] : [`${mail.action.label}:\n${mail.action.url}`]),
    ...(mail.note === undefined ? [] : [mail.note]),
    `-- \n${brand.name}\n${origin}\n${brand.supportEmail}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/**
 * Sets a mail in the brand's look, as text and as HTML.
 * @param origin the site's address, of the settings alone: never of a request
 */
export function renderMail(brand: Brand, origin: string, mail: MailContent): RenderedMail {
  return {
    subject: oneLine(mail.subject),
    text: plainText(brand, origin, mail),
    html: html(brand, origin, mail),
  };
}
