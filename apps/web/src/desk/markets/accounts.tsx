import { BANK_FORMATS } from "@wattle/contracts/bank-formats/formats";
import { PAYOUT_SETTINGS } from "@wattle/contracts/bank-formats/payout-format";
import type { DepositAccount } from "@wattle/contracts/deposit-accounts";
import { DEPOSIT_METHODS, depositAccountId } from "@wattle/contracts/deposit-limits";
import type { MarketList } from "@wattle/contracts/market-inputs";
import { useState } from "react";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { ApprovalDrawer } from "../approvals/approval-drawer.tsx";
import { ActButtons } from "../parts/act-buttons.tsx";
import { nameColumn, stateColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { byText } from "../parts/sorting.ts";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { useWaiting } from "../approvals/use-waiting.ts";
import { CloseAccount, SetAccount, SETTING_LABELS, wayName, type DepositWay } from "./account-act.tsx";
import styles from "./markets.module.css";

const stateOf = ({ account }: DepositWay) =>
  account === undefined
    ? ({ kind: "stopped", word: "None yet" } as const)
    : account.active
      ? ({ kind: "done", word: "Open" } as const)
      : ({ kind: "stopped", word: "Closed" } as const);

const numberOf = ({ account, currency }: DepositWay): string => {
  if (account === undefined) return "";
  const { account_number: number, payid } = account;
  const format = Object.values(BANK_FORMATS).find((each) => each.currency === currency);
  return (
    payid ?? (number === null ? "" : (format?.numbers({ ...account, account_number: number }) ?? number))
  );
};

/** Every way to pay in the currencies there are, with the accounts that are kept for them. */
function waysOf(list: MarketList, accounts: readonly DepositAccount[]): DepositWay[] {
  const known = new Set(list.currencies.map(({ code }) => code));
  return Object.values(BANK_FORMATS)
    .filter(({ currency }) => known.has(currency))
    .flatMap(({ currency, depositMethods }) =>
      DEPOSIT_METHODS.flatMap((method) => {
        const format = depositMethods[method];
        const id = depositAccountId({ currency, method });
        const account = accounts.find((each) => each.id === id);
        return format === undefined ? [] : [{ id, currency, method, format, account }];
      }),
    );
}

interface AccountPanelProps {
  readonly way: DepositWay;
  /** The request about it that waits for a second person; undefined if none does. */
  readonly request: string | undefined;
  /** Whether that is known yet. */
  readonly isKnown: boolean;
}

/** One account, and what can be done with it. */
function AccountPanel({ way, request, isKnown }: AccountPanelProps) {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const [looking, setLooking] = useState<string>();
  const { account } = way;
  const isFree = isKnown && request === undefined;
  const setText = account === undefined ? "Add account" : account.active ? "Change" : "Open";
  const acts = [
    ...(isFree && may("ops.depositAccounts.set") ? [{ act: "set", letter: "e", button: setText }] : []),
    ...(isFree && account?.active === true && may("ops.depositAccounts.close")
      ? [{ act: "close", letter: "x", button: "Close" }]
      : []),
  ];
  const wanted = acts.find(({ act }) => act === search["act"])?.act;
  const doing = useActAsOpened(wanted === undefined ? undefined : { act: wanted, way }, isKnown);
  const look = (): void => setLooking(request);
  const close = (): void => change({ act: "" });
  const late = doing !== undefined && JSON.stringify(doing.way.account) !== JSON.stringify(account);
  const { kind, word: state } = stateOf(way);
  const settings = PAYOUT_SETTINGS.flatMap((name) => {
    const value = account?.[name];
    return value == null ? [] : [[SETTING_LABELS[name], value] as const];
  });
  return (
    <Panel title={wayName(way)}>
      <div className={styles["panel"]}>
        <ActButtons
          acts={[
            ...(request === undefined
              ? []
              : [{ letter: "r", button: "View request", kind: "accent" as const, run: look }]),
            ...acts.map((each) => ({ ...each, run: () => change({ act: each.act }) })),
          ]}
        />
        <Facts
          facts={[
            [
              "State",
              <Status key="state" kind={request === undefined ? kind : "waiting"}>
                {request === undefined ? state : "Waiting for a second person"}
              </Status>,
            ],
            ...(account === undefined
              ? []
              : way.format.lines.map(([label, name]) => [label, account[name] ?? "None"] as const)),
            ...settings,
          ]}
        />
      </div>
      {doing?.act === "set" && <SetAccount way={doing.way} late={late} onClose={close} />}
      {doing?.act === "close" && <CloseAccount way={doing.way} late={late} onClose={close} />}
      {looking !== undefined && (
        <ApprovalDrawer
          id={looking}
          next={undefined}
          onOpen={() => undefined}
          onClose={() => setLooking(undefined)}
        />
      )}
    </Panel>
  );
}

const columnsOf = (waiting: ReadonlyMap<string, string>): readonly DeskColumn<DepositWay>[] => [
  nameColumn("way", "Payment method", wayName),
  {
    key: "name",
    title: "Account name",
    cell: ({ account }) => account?.account_name ?? "",
    sort: byText(({ account }) => account?.account_name ?? null),
    csv: ({ account }) => account?.account_name ?? "",
  },
  { key: "number", title: "Account", cell: numberOf, csv: numberOf },
  stateColumn(
    (way) => (waiting.has(way.id) ? { kind: "waiting", word: "Waiting for a second person" } : stateOf(way)),
    (way) => (waiting.has(way.id) ? "waiting" : stateOf(way).word),
  ),
];

interface AccountsProps {
  readonly list: MarketList | undefined;
  readonly isError: boolean;
  readonly onRetry: () => void;
}

/** Accounts that customers pay to, one for each currency and payment method. */
export function Accounts({ list, isError, onRetry }: AccountsProps) {
  const { search, change } = useDeskSearch();
  const accounts = trpc.ops.depositAccounts.list.useQuery(undefined, SHOWN_IN_PLACE);
  const [setting, closing] = [useWaiting("ops.depositAccounts.set"), useWaiting("ops.depositAccounts.close")];
  const isKnown = setting !== undefined && closing !== undefined;
  const waiting = new Map([...(setting ?? []), ...(closing ?? [])]);
  const rows = list === undefined || accounts.data === undefined ? undefined : waysOf(list, accounts.data);
  const open = rows?.find(({ id }) => id === search["id"]);
  return (
    <div className={open === undefined ? undefined : parts["split"]}>
      <DeskList
        caption="Deposit accounts"
        card={{ way: "head", state: "end", name: "line", number: "line" }}
        columns={columnsOf(waiting)}
        query={{
          data: rows,
          isError: isError || accounts.isError,
          refetch: () => {
            onRetry();
            void accounts.refetch();
          },
        }}
        rowKey={({ id }) => id}
        empty={{ title: "No currency that banks pay", text: "Add money with a bank account format first." }}
        onOpen={({ id }) => change({ id })}
        openKey={search["id"]}
      />
      {open !== undefined && (
        <AccountPanel key={open.id} way={open} request={waiting.get(open.id)} isKnown={isKnown} />
      )}
    </div>
  );
}
