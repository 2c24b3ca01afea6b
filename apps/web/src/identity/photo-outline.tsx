import type { DocumentSide } from "@wattle/contracts/identity-rules";
import type { ReactNode } from "react";

/** The wave of a security print, across the card. */
const WAVES = [0, 3, 6].map((drop) => `M17 ${43 + drop}c7-6 13-6 20 0s13 6 20 0 13-6 22 0`);

/** A card, with what is printed on one side of it. */
const Card = ({ children }: { readonly children: ReactNode }) => (
  <>
    <rect x="13" y="11" width="70" height="42" rx="4" />
    <g opacity="0.45" strokeWidth="0.75">
      {WAVES.map((wave) => (
        <path key={wave} d={wave} />
      ))}
    </g>
    {children}
  </>
);

const CardFront = () => (
  <Card>
    <circle cx="30" cy="24" r="5" />
    <path d="M21.5 38a8.5 8.5 0 0 1 17 0M49 22h26M49 29h20M49 36h23" />
  </Card>
);

const CardBack = () => (
  <Card>
    <path d="M13 19h70M13 26h70M20 34h24M20 40h16" />
  </Card>
);

function PersonWithCard() {
  return (
    <>
      <circle cx="38" cy="21" r="9.5" />
      <path d="M18 53v-2a20 15 0 0 1 33-11" />
      <rect x="49" y="32" width="32" height="21" rx="2.5" />
      <circle cx="57" cy="39.5" r="2.5" />
      <path d="M52.5 47.5a4.5 4.5 0 0 1 9 0M66 39h10M66 44h7" />
    </>
  );
}

const FIGURES = { front: CardFront, back: CardBack, selfie: PersonWithCard } as const;

/** Subject of a photo, drawn within the corners of a viewfinder. */
export function PhotoOutline({
  side,
  className,
}: {
  readonly side: DocumentSide;
  readonly className?: string | undefined;
}) {
  const Figure = FIGURES[side];
  return (
    <svg
      className={className}
      viewBox="0 0 96 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M2 14V6a4 4 0 0 1 4-4h8M82 2h8a4 4 0 0 1 4 4v8M94 50v8a4 4 0 0 1-4 4h-8M14 62H6a4 4 0 0 1-4-4v-8" />
      <Figure />
    </svg>
  );
}
