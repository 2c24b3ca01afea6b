import type { Brand } from "@wattle/contracts/brand";
import { mailPage, mailStyles, type MailStyles } from "./mail-page.ts";
import { escaped, inMarkup } from "./mail-markup.ts";

/** Content of a mail, before it is set in the brand's look. All texts are plain; markup is made here. */
export interface MailContent {
  /** Also the heading. */
  readonly subject: string;
  /** A line break within a paragraph stays one. */
  readonly paragraphs: readonly string[];
  /** The recipient's text, to which the words are an answer. */
  readonly quoted?: { readonly heading: string; readonly text: string };
  /** Figures under the words, a line each. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** The one thing to do: the mail also has its address as text. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print under the action. */
  readonly note?: string;
}

/** Link by which the recipient ends mails of this kind, and the kind's name: only optional mails have it. */
export interface Unsubscribing {
  /** As it follows "You get emails about". */
  readonly about: string;
  readonly url: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const LONGEST_SUBJECT = 150;
/** A reference, an amount with its currency. */
const WHOLE = /\b[\dA-Z]{4}(?:-[\dA-Z]{4}){2}\b|\b\d[\d,]*\.\d+ [A-Z]{3,5}\b/g;
/** A header is one line. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST_SUBJECT);

/** A piece of a mail in both its forms. A mail is a list of them, so that neither form can say what the other does not. */
interface Piece {
  readonly text: string;
  readonly html: string;
}

/** Figures and references are not broken at the end of a line. */
const keptWhole = (markup: string): string =>
  markup.replaceAll(WHOLE, '<span style="white-space:nowrap">$&</span>');

const heading = (styles: MailStyles, words: string): Piece => ({
  text: words,
  html: `<h1 class="ink" style="${styles.heading}">${keptWhole(escaped(words))}</h1>`,
});

const paragraph = (styles: MailStyles, words: string): Piece => ({
  text: words,
  html: `<p class="ink" style="${styles.paragraph}">${keptWhole(inMarkup(words))}</p>`,
});

const quotation = (
  styles: MailStyles,
  { heading: words, text }: NonNullable<MailContent["quoted"]>,
): Piece => ({
  text: `${words}\n${text.replaceAll(/^/gm, "> ")}`,
  html: `<p class="muted" style="${styles.small}">${escaped(words)}</p>
<blockquote class="muted line" style="${styles.quoted}">${inMarkup(text)}</blockquote>`,
});

const factTable = (styles: MailStyles, facts: NonNullable<MailContent["facts"]>): Piece => ({
  text: facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
  html: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${facts
    .map(
      ([label, value]) =>
        `<tr><td class="muted line" style="${styles.label}">${escaped(label)}</td><td class="ink line" align="right" style="${styles.value}">${keptWhole(escaped(value))}</td></tr>`,
    )
    .join("")}</table>`,
});

const note = (styles: MailStyles, words: string): Piece => ({
  text: words,
  html: `<p class="muted" style="${styles.note}">${inMarkup(words)}</p>`,
});

const linkButton = (styles: MailStyles, { label, url }: NonNullable<MailContent["action"]>): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td class="button" style="${styles.button}"><a class="button-label" href="${escaped(url)}" style="${styles.buttonLabel}">${escaped(label)}</a></td></tr></table>`;

function action(styles: MailStyles, { label, url }: NonNullable<MailContent["action"]>): Piece {
  const address = escaped(url);
  return {
    text: `${label}:\n${url}`,
    html: `${linkButton(styles, { label, url })}
<p class="muted" style="${styles.small}">Button not working? <a class="muted" href="${address}" style="${styles.footerLink}">Open this link</a></p>`,
  };
}

/** A button that sends the page's own address a POST. */
const submitButton = (styles: MailStyles, label: string): string =>
  `<form method="post" style="margin:24px 0"><button class="button button-label" style="border:0;cursor:pointer;font-family:inherit;${styles.button};${styles.buttonLabel}">${escaped(label)}</button></form>`;

function footer(
  styles: MailStyles,
  brand: Brand,
  origin: string,
  unsubscribing: Unsubscribing | undefined,
): Piece {
  const link = (url: string, words: string): string =>
    `<a class="muted" href="${escaped(url)}" style="${styles.footerLink}">${escaped(words)}</a>`;
  const operator = `${brand.name}, ${brand.legalEntity}, ${brand.address}`;
  const lines = [operator, origin, brand.supportEmail];
  const links = [
    link(origin, origin.replace(/^https?:\/\//, "")),
    link(`mailto:${brand.supportEmail}`, brand.supportEmail),
  ].join(" &middot; ");
  const site = `${escaped(operator)}<br>${links}`;
  if (unsubscribing === undefined) return { text: `-- \n${lines.join("\n")}`, html: site };
  const { about, url } = unsubscribing;
  return {
    text: `-- \n${lines.join("\n")}\n\nYou get emails about ${about}. Turn them off:\n${url}`,
    html: `${site}<br>You get emails about ${escaped(about)}. ${link(url, "Turn them off")}`,
  };
}

/**
 * Sets a mail in the brand's look, as text and as HTML.
 * @param origin the site's address, only from the settings: never from a request
 */
export function renderMail(
  brand: Brand,
  origin: string,
  mail: MailContent,
  unsubscribing?: Unsubscribing,
): RenderedMail {
  const styles = mailStyles(brand);
  const body = [
    heading(styles, mail.subject),
    ...mail.paragraphs.map((words) => paragraph(styles, words)),
    ...(mail.quoted === undefined ? [] : [quotation(styles, mail.quoted)]),
    ...(mail.facts === undefined ? [] : [factTable(styles, mail.facts)]),
    ...(mail.action === undefined ? [] : [action(styles, mail.action)]),
    ...(mail.note === undefined ? [] : [note(styles, mail.note)]),
  ];
  const end = footer(styles, brand, origin, unsubscribing);
  const subject = oneLine(mail.subject);
  return {
    subject,
    text: `${[...body, end].map(({ text }) => text).join("\n\n")}\n`,
    html: mailPage(brand, {
      title: subject,
      // Preview of an inbox next to the subject: the first words after the greeting.
      preview: oneLine(mail.paragraphs[1] ?? mail.paragraphs[0] ?? ""),
      body: body.map(({ html }) => html).join("\n"),
      footer: end.html,
    }),
  };
}

/** Content of a page; `submit` is the label of a button that sends a POST to the page's address. */
export interface PageContent extends MailContent {
  readonly submit?: string;
}

/** A page in the look of mails, for the few that are shown without the web app. */
export function renderPage(brand: Brand, origin: string, page: PageContent): string {
  const styles = mailStyles(brand);
  const pieces = [heading(styles, page.subject), ...page.paragraphs.map((words) => paragraph(styles, words))];
  return mailPage(brand, {
    title: page.subject,
    preview: "",
    body: [
      ...pieces.map(({ html }) => html),
      ...(page.submit === undefined ? [] : [submitButton(styles, page.submit)]),
      ...(page.action === undefined ? [] : [linkButton(styles, page.action)]),
    ].join("\n"),
    footer: footer(styles, brand, origin, undefined).html,
  });
}
