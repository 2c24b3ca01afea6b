import { Icon, SwapIcon, type IconProps } from "./icons.tsx";

const OverviewIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 17.2h15M5 14v-3.5M8.3 14V6.5M11.7 14V9M15 14V3.5" />
  </Icon>
);
const HistoryIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3.2 7.2A7.2 7.2 0 1 1 2.8 10M2.9 3.4v3.9h3.9M10 6.2V10l2.6 1.7" />
  </Icon>
);
const DepositIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 3v9M6.3 8.6 10 12.3l3.7-3.7M3 13v2.5A1.5 1.5 0 0 0 4.5 17h11a1.5 1.5 0 0 0 1.5-1.5V13" />
  </Icon>
);
const WithdrawIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 12.3V3.2M6.3 6.9 10 3.2l3.7 3.7M3 13v2.5A1.5 1.5 0 0 0 4.5 17h11a1.5 1.5 0 0 0 1.5-1.5V13" />
  </Icon>
);
/** To and fro. */
const ExchangeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3.5 6.8h12.5M13 3.8l3 3-3 3M16.5 13.2H4M7 10.2l-3 3 3 3" />
  </Icon>
);
/** Again and again. */
const RecurringIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 9a6 6 0 0 1 10.6-3.2L16 7.4M16 3.6v3.8h-3.8M16 11a6 6 0 0 1-10.6 3.2L4 12.6M4 16.4v-3.8h3.8" />
  </Icon>
);
const BellIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 8.5a5 5 0 0 1 10 0c0 4 1.5 5 1.5 5h-13S5 12.5 5 8.5M8.3 16.3a1.9 1.9 0 0 0 3.4 0" />
  </Icon>
);
export const BankIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.8 7.8 10 3.2l7.2 4.6ZM4.8 8v6.5M8.3 8v6.5M11.7 8v6.5M15.2 8v6.5M2.8 16.8h14.4" />
  </Icon>
);
const PeopleIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="7.5" cy="6.8" r="2.8" />
    <path d="M2 16.5c.3-3 2.5-4.8 5.5-4.8s5.2 1.8 5.5 4.8M13 4.2a2.8 2.8 0 0 1 0 5.2M15 12.3c1.8.7 2.9 2.2 3 4.2" />
  </Icon>
);
const KeyIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="6.6" cy="12.8" r="3.6" />
    <path d="m9.2 10.2 7.3-7M13.2 6.4l2.6 2.6M11 8.6l1.6 1.6" />
  </Icon>
);
const SupportIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M7.9 8a2.1 2.1 0 1 1 3.2 1.8c-.7.4-1.1.9-1.1 1.7M10 14v.1" />
  </Icon>
);
const WebhookIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10.8 2.5 4.5 11h4.7l-.5 6.5L15.5 9h-4.9z" />
  </Icon>
);
const StatementIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 2.8h6.5L15.5 7v10.2H5ZM11.3 3v4.2h4M7.8 10.5h5M7.8 13.7h5" />
  </Icon>
);
const ShieldIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 2.6 16.2 5v4.6c0 3.9-2.5 6.6-6.2 7.9-3.7-1.3-6.2-4-6.2-7.9V5ZM7.3 10l2 2 3.5-4" />
  </Icon>
);
const BookIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 3h11v14h-11ZM7.5 3v14M10.2 7h2.8M10.2 10h2.8M2.8 6h3M2.8 14h3" />
  </Icon>
);
export const WalletIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 6.5V15A1.5 1.5 0 0 0 4.5 16.5h11A1.5 1.5 0 0 0 17 15V8a1.5 1.5 0 0 0-1.5-1.5ZM3 6.5 13.5 3.6v2.9M13.4 11.5h.01" />
  </Icon>
);
const MoreIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 10h.01M10 10h.01M16 10h.01" strokeWidth="2.5" />
  </Icon>
);

/** The dashboard's sections and places, a drawing each. */
export const SECTION_ICONS = {
  overview: OverviewIcon,
  history: HistoryIcon,
  deposit: DepositIcon,
  withdraw: WithdrawIcon,
  exchange: ExchangeIcon,
  recurring: RecurringIcon,
  bell: BellIcon,
  bank: BankIcon,
  book: BookIcon,
  people: PeopleIcon,
  key: KeyIcon,
  webhook: WebhookIcon,
  support: SupportIcon,
  statement: StatementIcon,
  shield: ShieldIcon,
  money: SwapIcon,
  more: MoreIcon,
};
export type SectionIcon = keyof typeof SECTION_ICONS;
