/** The legal pages whose text the operator may replace: where each is, and its heading. */
export const LEGAL_PAGES = {
  terms: { path: "/terms-of-service", title: "Terms of Service" },
  aml: { path: "/aml", title: "AML policy" },
  privacy: { path: "/privacy-policy", title: "Privacy policy" },
} as const;
export type LegalName = keyof typeof LEGAL_PAGES;
export const LEGAL_NAMES = Object.keys(LEGAL_PAGES) as readonly LegalName[];

/** Path from which a page's code gets the operator's own text, as JSON. */
export const legalTextPath = (name: LegalName): string => `/legal/${name}.json`;

/** The operator's own legal text. The server has made the markup itself, of Markdown without HTML. */
export interface LegalText {
  /** The page's heading, plain text. */
  readonly heading: string;
  /** Markup of the list items of its contents. */
  readonly contents: string;
  /** Markup of the text: sections with a heading of the second level each. */
  readonly body: string;
}

/** Mark with which a legal page is prerendered in place of the operator's own text. */
export const LEGAL_MARKS: LegalText = {
  heading: "%%legal.heading%%",
  contents: "%%legal.contents%%",
  body: "%%legal.body%%",
};
