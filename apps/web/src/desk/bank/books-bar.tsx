import { isZero } from "@wattle/exchange-core/decimal";
import { dayText, isDay } from "@wattle/contracts/days";
import type { DayPreview, Reconciliation } from "@wattle/contracts/reconciliation";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../controls/button.tsx";
import { DateField } from "../../controls/date-field.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { classNames } from "../../ui/class-names.ts";
import { callFailure } from "../../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { FigureStrip } from "../parts/figure-strip.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { RequestReference } from "../parts/request-reference.tsx";
import { signedText } from "../parts/signed-money.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import styles from "./bank.module.css";
import { CloseDay, ReopenDay } from "./close-day.tsx";

const BALANCE = /^-?\d{1,15}(?:\.\d{1,2})?$/;
/** A bank writes `251,238.68`, and a minus of its own. */
const plain = (typed: string): string => typed.replaceAll(/[\s,]/g, "").replace("−", "-");

/** Shown if the books could not be read. */
function LoadAgain({ error, load }: { readonly error: unknown; readonly load: () => void }) {
  return (
    <>
      <RequestReference id={callFailure(error).requestId} />
      <Button kind="quiet" className={parts["small"]} onClick={load}>
        Try again
      </Button>
    </>
  );
}

interface FiguresProps {
  readonly preview: DayPreview | undefined;
  /** Label of our own side: with its day, if no field says that. */
  readonly name: string;
  readonly failed: boolean;
  /** Another day or balance is being looked up. */
  readonly stale: boolean;
  readonly open: string | undefined;
}

/** The books, what the statement says, and what lies between. */
function Figures({ preview, name, failed, stale, open }: FiguresProps) {
  const money = (amount: string): string => signedText(amount, preview?.currency);
  const { difference = null, unexplained = null } = preview ?? {};
  const books =
    preview !== undefined ? money(preview.ledger_balance) : failed ? "We couldn’t load them" : "…";
  return (
    <FigureStrip
      live
      className={classNames(styles["figures"], stale && styles["stale"])}
      figures={[
        { name, value: books, sign: "−" },
        {
          name: "Difference",
          value: difference === null ? "–" : money(difference),
          unknown: difference === null,
          sign: "=",
          good: difference === null ? undefined : isZero(difference),
        },
        ...(unexplained !== null && difference !== unexplained
          ? [{ name: "Not explained", value: money(unexplained) }]
          : []),
        ...(open === undefined ? [] : [{ name: "Unmatched", value: open }]),
      ]}
    />
  );
}

interface BarActsProps {
  readonly preview: {
    readonly data: DayPreview | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly closed: Pick<Reconciliation, "closed_at" | "difference" | "added_since"> | undefined;
  /** Undefined if the day can’t be closed. */
  readonly onClose: (() => void) | undefined;
  readonly onReopen: () => void;
}

/** Acts on the day, and how it was closed. */
function BarActs({ preview, closed, onClose, onReopen }: BarActsProps) {
  const may = useMay();
  const { data } = preview;
  const money = (amount: string): string => signedText(amount, data?.currency);
  const difference = data?.difference ?? null;
  return (
    <div className={styles["barActs"]}>
      {data === undefined && preview.isError && (
        <LoadAgain error={preview.error} load={() => void preview.refetch()} />
      )}
      {closed !== undefined && (
        <p className={parts["muted"]}>
          Closed {momentText(closed.closed_at)}, difference {money(closed.difference)}
          {isZero(closed.added_since) ? "" : `. Lines since then: ${money(closed.added_since)}`}
        </p>
      )}
      {onClose !== undefined && (
        <Button
          kind={difference !== null && isZero(difference) ? "primary" : "quiet"}
          className={parts["small"]}
          onClick={onClose}
        >
          Close the day <Key>c</Key>
        </Button>
      )}
      {closed !== undefined && may("ops.reconciliation.reopen") && (
        <Button kind="quiet" className={parts["small"]} onClick={onReopen}>
          Reopen the day
        </Button>
      )}
    </div>
  );
}

interface BooksBarProps {
  readonly account: string;
  /** Lines that wait, and their sum; undefined if not all of them are known. */
  readonly open: string | undefined;
}

/** Statement less books, always in sight; closes the day, and opens it again. */
export function BooksBar({ account, open }: BooksBarProps) {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const [typed, setTyped] = useState(search["balance"] ?? "");
  const [day, setDay] = useState(search["day"] ?? "");
  const [shown, setShown] = useState<"asked" | "close" | "reopen">();
  // On a phone it is folded to a line. A wider screen has all of it.
  const [unfolded, setUnfolded] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const balance = plain(typed);
  const stated = BALANCE.test(balance) ? balance : undefined;
  const preview = trpc.ops.reconciliation.preview.useQuery(
    {
      deposit_account_id: account,
      ...(isDay(day) && { date: day }),
      ...(stated !== undefined && { statement_balance: stated }),
    },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const closes = trpc.ops.reconciliation.list.useQuery(
    { deposit_account_id: account, limit: 50 },
    SHOWN_IN_PLACE,
  );
  const { data, isPlaceholderData } = preview;
  // The old figures must not be closed during a look-up of another day or balance.
  const isCurrent = data !== undefined && !isPlaceholderData && (day === "" || day === data.date);
  const closed = closes.data?.data.find(({ date, reopened_at: at }) => date === data?.date && at === null);
  const ask = (): void => {
    if (stated !== undefined) return setShown("close");
    // A field that is not folded away takes the focus at once, another as it shows.
    field.current?.querySelector("input")?.focus();
    setUnfolded(true);
  };
  useEffect(() => {
    if (unfolded) field.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [unfolded]);
  const changeDay = (to: string): void => {
    setShown(undefined);
    setDay(to);
  };
  const mayClose = may("ops.reconciliation.close") && isCurrent && data.closable;
  // Asked for while the day was looked up: it opens once that can be closed, and is forgotten if it can't.
  if (shown === "asked" && (isCurrent || preview.isError)) setShown(mayClose ? "close" : undefined);
  useKeys(mayClose ? [{ keys: "c", does: "Close the day", run: ask }] : []);
  // Which day is closed next is shown once there is a balance to close it with.
  const shownDay = day === "" && stated !== undefined ? (data?.date ?? "") : day;
  return (
    <section aria-label="Statement and books" className={styles["bar"]} data-unfolded={unfolded || undefined}>
      <div className={styles["barFields"]} ref={field}>
        <TextField
          label="Statement balance"
          placeholder="As on the statement"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={typed.trim() !== "" && stated === undefined ? "Enter an amount like 100.00" : undefined}
          onChange={(event) => {
            setShown(undefined);
            setTyped(event.currentTarget.value);
          }}
          onBlur={() => change({ balance })}
          onKeyDown={(event) => {
            // Pressed while the typed balance is still looked up, it opens the close once that is there.
            if (event.key === "Enter" && stated !== undefined) setShown("asked");
          }}
        />
        <DateField
          label="At the end of"
          yearFirst
          value={shownDay}
          onChange={(event) => changeDay(event.currentTarget.value)}
          onBlur={() => change({ day })}
          onChoose={(chosen) => {
            changeDay(chosen);
            change({ day: chosen });
          }}
        />
      </div>
      <Figures
        preview={data}
        name={data === undefined || shownDay !== "" ? "Our books" : `Our books, end of ${dayText(data.date)}`}
        failed={preview.isError}
        stale={data !== undefined && !isCurrent}
        open={open}
      />
      <Button
        kind="quiet"
        className={classNames(parts["small"], styles["fold"])}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {unfolded ? "Hide books" : "Show books"}
      </Button>
      <BarActs
        preview={preview}
        closed={closed}
        onClose={mayClose ? ask : undefined}
        onReopen={() => setShown("reopen")}
      />
      {shown === "close" && data !== undefined && stated !== undefined && (
        <CloseDay
          account={account}
          stated={stated}
          preview={data}
          closed={closed?.id}
          onClose={() => setShown(undefined)}
        />
      )}
      {shown === "reopen" && closed !== undefined && (
        <ReopenDay id={closed.id} date={closed.date} onClose={() => setShown(undefined)} />
      )}
    </section>
  );
}
