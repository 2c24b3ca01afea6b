import type { ReactNode } from "react";

export interface IconProps {
  /** Side in CSS pixels. */
  readonly size?: number;
}

/** Line icons of one family, in the colour of the text around them; words next to them carry the meaning. */
export function Icon({ size = 20, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);
export const MenuIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 6h14M3 10h14M3 14h14" />
  </Icon>
);
export const SearchIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.8 3.8" />
  </Icon>
);
export const AlertIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 6v4.5M10 13.6v.1" />
  </Icon>
);
/** A triangle: something may be wrong. */
export const RiskIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 3.2 17.6 16.5H2.4ZM10 8.2v3.8M10 14.1v.2" />
  </Icon>
);

export const DoneIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="7.5" />
    <path d="m6.8 10.2 2.2 2.2 4.3-4.6" />
  </Icon>
);
export const InfoIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 9.3V14M10 6.3v.1" />
  </Icon>
);
export const WaitingIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 5.8V10l2.8 1.8" />
  </Icon>
);
export const StoppedIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="7.5" />
    <path d="m4.9 4.9 10.2 10.2" />
  </Icon>
);
export const EyeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M1.8 10S4.8 4.6 10 4.6 18.2 10 18.2 10 15.2 15.4 10 15.4 1.8 10 1.8 10Z" />
    <circle cx="10" cy="10" r="2.4" />
  </Icon>
);
export const EyeOffIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.3 5.9A13.6 13.6 0 0 0 1.8 10s3 5.4 8.2 5.4a8 8 0 0 0 3.6-.9M7.6 4.9a8 8 0 0 1 2.4-.3c5.2 0 8.2 5.4 8.2 5.4a13.4 13.4 0 0 1-2 2.6M3 3l14 14" />
  </Icon>
);
export const CalendarIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3" y="4.5" width="14" height="12.5" rx="1.5" />
    <path d="M3 8.5h14M6.5 2.5v4M13.5 2.5v4" />
  </Icon>
);
export const ChevronIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5.5 8 4.5 4.5L14.5 8" />
  </Icon>
);
export const CopyIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="7" y="7" width="10" height="10" rx="1.5" />
    <path d="M13 4.5V4a1 1 0 0 0-1-1H4a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h.5" />
  </Icon>
);
export const SunIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="3.4" />
    <path d="M10 2v1.6M10 16.4V18M2 10h1.6M16.4 10H18M4.3 4.3l1.2 1.2M14.5 14.5l1.2 1.2M4.3 15.7l1.2-1.2M14.5 5.5l1.2-1.2" />
  </Icon>
);
export const MoonIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M16.8 12.2A7.2 7.2 0 0 1 7.8 3.2a7.2 7.2 0 1 0 9 9Z" />
  </Icon>
);
export const SystemIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="7.2" />
    <path d="M10 2.8a7.2 7.2 0 0 1 0 14.4Z" fill="currentColor" stroke="none" />
  </Icon>
);
export const UpIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 5 16 15H4Z" fill="currentColor" stroke="none" />
  </Icon>
);
export const DownIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 15 4 5h12Z" fill="currentColor" stroke="none" />
  </Icon>
);
/** One arrow up and one down. */
export const SwapIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 16V4M4 7l3-3 3 3M13 4v12M10 13l3 3 3-3" />
  </Icon>
);
/** From what is given to what is got. */
export const ArrowIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3.5 10h13M12 5.5l4.5 4.5-4.5 4.5" />
  </Icon>
);
export const PlusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 4v12M4 10h12" />
  </Icon>
);
export const MinusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 10h12" />
  </Icon>
);
export const DepositIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 3v9m-4-4 4 4 4-4M3 13v3.5h14V13" />
  </Icon>
);
export const WithdrawIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 12V3M6 7l4-4 4 4M3 13v3.5h14V13" />
  </Icon>
);
