// The README's pictures: what each shows, and whether it still does. `npm run screenshots -- readme` takes them, writes their block of the README,
// and keeps what they were taken of.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
/** Folder of the pictures, from the root. */
export const PICTURES_FOLDER = "docs/pictures";
/** In bytes. */
export const LARGEST_PICTURE = 400_000;
/** Fingerprint of each picture's sources, by {@link fingerprint}; a picture that is not in it was never taken. */
export const TAKEN_OF = `${PICTURES_FOLDER}/taken-of.json`;
export const SCHEMES = ["dark", "light"] as const;

export interface ReadmePicture {
  readonly name: "home" | "overview" | "exchange" | "bank" | "receipt" | "phone";
  readonly address: string;
  readonly email?: string;
  /** The name of the state in `screen-states` that gets the page there. */
  readonly state?: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly alt: string;
  /** Folders whose screens and styles it is drawn by, next to those that all are. */
  readonly drawnBy: readonly string[];
}

const LAPTOP = { width: 1440, height: 900 } as const;
const PHONE = { width: 390, height: 844 } as const;
const CUSTOMER = "customer@demo.test";

export const README_PICTURES: readonly ReadmePicture[] = [
  {
    name: "home",
    address: "/",
    state: "buying",
    viewport: LAPTOP,
    alt: "The home page: a calculator with the fee, the rate and how long it is held, and live prices",
    drawnBy: ["site/home/home-page", "exchange", "rates", "shell/header"],
  },
  {
    name: "overview",
    address: "/dashboard/personal-information",
    email: CUSTOMER,
    viewport: LAPTOP,
    alt: "The overview: what a customer owns, what it is worth, and how that has changed",
    drawnBy: ["portfolio", "charts", "shell/sidebar"],
  },
  {
    name: "exchange",
    address: "/dashboard/currency-exchange?from=AUD&to=BTC&amount=1000",
    email: CUSTOMER,
    viewport: LAPTOP,
    alt: "The exchange: the full price of a purchase, the price chart and the customer’s position",
    drawnBy: ["exchange", "rates", "charts", "shell/sidebar"],
  },
  {
    name: "bank",
    address: "/teamaccess/bank",
    email: "operator@demo.test",
    state: "statement",
    viewport: LAPTOP,
    alt: "The desk: a bank statement whose lines are matched with deposits",
    drawnBy: ["desk/bank", "desk/frame"],
  },
  {
    name: "receipt",
    address: "/dashboard/transactions-history?type=exchange",
    email: CUSTOMER,
    state: "receipt",
    viewport: LAPTOP,
    alt: "A receipt: the figures of an exchange, and the browser’s check of its signed rate",
    drawnBy: ["receipts", "shell/sidebar"],
  },
  {
    name: "phone",
    address: "/dashboard/personal-information",
    email: CUSTOMER,
    viewport: PHONE,
    alt: "The overview on a phone",
    drawnBy: ["portfolio", "charts", "shell/bottom-bar"],
  },
];

/** Sources that all screens are drawn by. */
const COMMON = ["packages/contracts/src/theme-colours.ts", "apps/web/src/ui/theme/tokens.css"];

/** Comments and how a source is laid out change no screen. */
const bare = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").replaceAll(/[\s,;()]+/g, "");

/** Fingerprint of the screens and styles that a picture is drawn by: it differs once they have changed. */
export function fingerprint({ drawnBy }: Pick<ReadmePicture, "drawnBy">): string {
  const patterns = drawnBy.map((part) => `apps/web/src/${part}{/*,.*,.module.css}`).concat(COMMON);
  const files = globSync(patterns, { cwd: ROOT })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.(?:tsx|css)$|theme-colours\.ts$/.test(file) && !file.includes(".test."))
    .toSorted();
  const hash = createHash("sha256");
  for (const file of new Set(files)) hash.update(bare(readFileSync(path.join(ROOT, file), "utf8")));
  return hash.digest("hex").slice(0, 16);
}

export const pictureFile = (name: string, scheme: string): string =>
  `${PICTURES_FOLDER}/${name}-${scheme}.jpg`;

const BLOCK = /(<!-- Made by `npm run screenshots -- readme`\. -->\n)[\s\S]*?(?=\n## )/;

/** The README with these pictures in their place. */
export function withPictures(readme: string, pictures: readonly ReadmePicture[]): string {
  const block = pictures.map(
    ({ name, alt, viewport }) => `
<picture>
  <source media="(prefers-color-scheme: dark)" srcset="${pictureFile(name, "dark")}">
  <img src="${pictureFile(name, "light")}" alt="${alt}" width="${viewport.width > 820 ? 820 : 390}">
</picture>
`,
  );
  return readme.replace(BLOCK, (_, mark: string) => mark + block.join(""));
}
