/**
 * The one page that all mails are set in. Mail programs know neither custom properties nor flexible boxes, and some drop style
 * sheets: tables 600 px wide with inline styles carry the light look, and a style sheet turns it dark where the program
 * knows how. Nothing is loaded from anywhere.
 */
import type { Brand } from "@wattle/contracts/brand";
import { DEFAULT_LOGO_SVG } from "@wattle/contracts/brand-page";
import { COLOURS, type Scheme } from "@wattle/contracts/theme-colours";
import { escaped } from "./mail-markup.ts";

const WIDTH = 600;
const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

type Token = keyof typeof COLOURS;

/** A colour of the theme, the brand's own where it has one. */
export function brandColour({ colours }: Pick<Brand, "colours">, token: Token, scheme: Scheme): string {
  const key = scheme === "dark" ? `${token}.dark` : token;
  return (Object.hasOwn(colours, key) ? colours[key] : undefined) ?? COLOURS[token][scheme];
}

/** Inline styles of what a mail is made of, in the light look of the brand. */
export function mailStyles(brand: Pick<Brand, "colours">) {
  const of = (token: Token): string => brandColour(brand, token, "light");
  return {
    canvas: `background:${of("canvas")}`,
    head: `padding:20px 32px;border-radius:10px 10px 0 0;border-bottom:3px solid ${of("accent")};background:${of("brand")}`,
    brand: `color:${of("on-brand")};font-size:20px;font-weight:700;letter-spacing:-0.01em`,
    card: `padding:32px 32px 16px;border:1px solid ${of("line")};border-top:0;border-radius:0 0 10px 10px;background:${of("surface")}`,
    heading: `margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700;color:${of("ink")}`,
    paragraph: `margin:0 0 16px;font-size:16px;line-height:1.55;color:${of("ink")}`,
    note: `margin:0 0 16px;font-size:14px;line-height:1.5;color:${of("muted")}`,
    button: `border-radius:6px;background:${of("brand")}`,
    buttonLabel: `display:block;padding:14px 28px;border-radius:6px;color:${of("on-brand")};font-size:16px;line-height:1.25;font-weight:600;text-decoration:none`,
    small: `margin:0 0 16px;font-size:13px;line-height:1.5;color:${of("muted")}`,
    quoted: `margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid ${of("line")};font-size:14px;line-height:1.5;color:${of("muted")}`,
    label: `padding:10px 12px 10px 0;border-top:1px solid ${of("line")};color:${of("muted")};font-size:15px;line-height:1.4`,
    value: `padding:10px 0;border-top:1px solid ${of("line")};color:${of("ink")};font-size:15px;line-height:1.4;font-weight:600`,
    footer: `padding:20px 32px;color:${of("muted")};font-size:13px;line-height:1.6`,
    footerLink: `color:${of("muted")};text-decoration:underline`,
  };
}
export type MailStyles = ReturnType<typeof mailStyles>;

/** Dark values of each class: property, token. */
const DARK: readonly (readonly [selector: string, property: string, token: Token])[] = [
  [".canvas", "background", "canvas"],
  [".card", "background", "surface"],
  [".card", "border-color", "line"],
  [".head", "background", "surface"],
  [".head", "border-color", "accent"],
  [".brand", "color", "brand"],
  [".ink", "color", "ink"],
  [".muted", "color", "muted"],
  [".line", "border-color", "line"],
  [".button", "background", "brand"],
  [".button-label", "color", "on-brand"],
];

function darkRules(brand: Brand): string {
  const rules = (prefix: string): string =>
    DARK.map(
      ([selector, property, token]) =>
        `${prefix}${selector}{${property}:${brandColour(brand, token, "dark")}!important}`,
    ).join("");
  // Outlook's own apps set an attribute where others have the media query.
  return `@media (prefers-color-scheme:dark){${rules("")}}${rules("[data-ogsc] ")}`;
}

/** The brand's mark. A mail program that draws no SVG leaves it out, and no gap in its place. */
const mark = (brand: Brand): string =>
  (brand.logoSvg ?? DEFAULT_LOGO_SVG).replace(
    /^<svg\b/,
    `<svg width="28" height="28" style="margin-right:10px;vertical-align:-7px;color:${brandColour(brand, "accent", "light")}"`,
  );

interface Page {
  readonly title: string;
  /** Shown by inboxes next to the subject, and not in the mail. */
  readonly preview: string;
  /** Markup. */
  readonly body: string;
  readonly footer: string;
}

/** @returns the whole document */
export function mailPage(brand: Brand, { title, preview, body, footer }: Page): string {
  const styles = mailStyles(brand);
  const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}${darkRules(brand)}</style>
</head>
<body class="canvas" style="margin:0;padding:0;font-family:${FONT};${styles.canvas}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preview)}</div>
<table ${table} class="canvas" style="${styles.canvas}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${WIDTH}" align="center"><tr><td><![endif]-->
<table ${table} style="max-width:${WIDTH}px">
<tr><td class="head pad" style="${styles.head}"><span class="brand" style="${styles.brand}">${mark(brand)}${escaped(brand.name)}</span></td></tr>
<tr><td class="card pad" style="${styles.card}">
${body}
</td></tr>
<tr><td class="muted pad" style="${styles.footer}">${footer}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}
