import { VENUE_STATES } from "@wattle/contracts/choices";
import type { HedgedCurrency, HedgingStatus, VenueOrderRecord, VenueStatus } from "@wattle/contracts/hedging";
import { isNegative, isZero, trimDecimals, withoutSign } from "@wattle/exchange-core/decimal";
import { Loaded } from "../../controls/loaded.tsx";
import { Status, type StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { cardClass } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import { ActButtons } from "../parts/act-buttons.tsx";
import { CardsAhead, Screen } from "../parts/desk-screen.tsx";
import { FigureStrip } from "../parts/figure-strip.tsx";
import { momentText, timeOf } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { useServerTime } from "../parts/use-today.ts";
import { ExposureBar } from "./exposure-bar.tsx";
import { BookFee, CancelOrder, PlaceOrder, ResolveOrder, SetPolicy } from "./hedging-acts.tsx";
import styles from "./hedging-page.module.css";
import { PolicyLimits } from "./policy-limits.tsx";
import { OrderList } from "./order-list.tsx";
import { ProfitDays, ProfitPanel } from "./profit-panel.tsx";

const VENUE_NAMES = { play: "Play venue", kraken: "Kraken" } as const;
const VENUE_WORDS: Readonly<Record<(typeof VENUE_STATES)[number], StateWord>> = {
  ok: { kind: "done", word: "Answers" },
  unreachable: { kind: "failed", word: "Fails" },
  paused: { kind: "stopped", word: "Paused" },
};

/** 'Short 0.28 BTC'. */
const positionText = ({ position, currency }: HedgedCurrency): string =>
  isZero(position)
    ? `Even in ${currency}`
    : `${isNegative(position) ? "Short" : "Long"} ${signedText(trimDecimals(withoutSign(position)), currency)}`;

const DRY_RUN: StateWord = { kind: "stopped", word: "Dry run, nothing is sent" };

function policyState({ on, reason, failing_since: failing }: HedgedCurrency): StateWord {
  if (on === false) return { kind: "stopped", word: "Off" };
  if (on === "dry") return DRY_RUN;
  if (failing !== null) return { kind: "risk", word: reason ?? "Its orders get nothing" };
  return { kind: "done", word: reason ?? "On, in its band" };
}

/** Whether it can be cancelled: the venue has it, or it waits to be sent. */
const isOpen = ({ status, reason }: VenueOrderRecord): boolean =>
  status === "sent" || (status === "planned" && reason !== "dry run");

/** Coins that are hedged, or that customers own. */
const shownCoins = ({ currencies }: HedgingStatus): HedgedCurrency[] =>
  currencies.filter(({ policy, owed, position }) => policy !== null || !isZero(owed) || !isZero(position));

interface CoinProps {
  readonly coin: HedgedCurrency;
  readonly home: string;
  /** The screen’s head says it of all coins. */
  readonly allDry: boolean;
}

/** A coin's position, drawn in its band, reckoned from its parts, and how much of its limits is used. */
function Coin({ coin, home, allDry }: CoinProps) {
  const { currency, worth, policy, on_order: onOrder } = coin;
  const { kind, word } = policyState(coin);
  const short = (amount: string): string => signedText(trimDecimals(amount));
  return (
    <section aria-label={currency} className={classNames(cardClass(), styles["coin"])}>
      <div className={styles["head"]}>
        <h2>{positionText(coin)}</h2>
        {worth !== null && <span className={styles["worth"]}>{signedText(worth, home)}</span>}
        {!allDry && (
          <Status kind={kind} quiet={kind === "done" || kind === "stopped"}>
            {word}
          </Status>
        )}
      </div>
      {policy !== null && <ExposureBar coin={coin} />}
      <FigureStrip
        label={`Position in ${currency}`}
        figures={[
          { name: "Held", value: short(coin.held) },
          { name: "At venues", value: short(coin.at_venues), sign: "+" },
          { name: "Owed", value: short(coin.owed), sign: "−" },
          { name: "Position", value: short(coin.position), sign: "=" },
          ...(isZero(onOrder) ? [] : [{ name: "On order", value: short(onOrder) }]),
        ]}
      />
      {policy !== null && <PolicyLimits coin={coin} policy={policy} home={home} />}
    </section>
  );
}

interface VenueBooksProps {
  readonly venue: VenueStatus;
  /** Undefined for those who may not book a fee. */
  readonly onFee: ((currency: string) => void) | undefined;
}

/** The venue's balances against the books. */
function VenueBooks({ venue, onFee }: VenueBooksProps) {
  const missing = Object.keys(venue.difference).filter((code) => isNegative(venue.difference[code] ?? "0"));
  const { balances, books, difference, checked_at: at, reason, unbooked } = venue;
  const { kind, word } = VENUE_WORDS[venue.state];
  const name = VENUE_NAMES[venue.venue];
  return (
    <section aria-label={name} className={classNames(cardClass(), styles["coin"])}>
      <div className={styles["head"]}>
        <h2>{name}</h2>
        <Status kind={kind} quiet={kind === "done"}>
          {word}
        </Status>
        {at !== null && <span className={parts["muted"]}>Compared {momentText(at)}</span>}
      </div>
      {reason !== null && (
        <Notice kind="warn">
          <p>{reason}</p>
        </Notice>
      )}
      {Object.keys(balances).map((code) => (
        <FigureStrip
          key={code}
          label={`${code} at ${name}`}
          figures={[
            { name: "At the venue", value: signedText(balances[code] ?? "0", code) },
            { name: "Our books", value: signedText(books[code] ?? "0", code), sign: "−" },
            {
              name: "Difference",
              value: signedText(difference[code] ?? "0", code),
              sign: "=",
              good: isZero(difference[code] ?? "0"),
            },
          ]}
        />
      ))}
      {Object.entries(venue.others).map(([code, amount]) => (
        <p key={code}>
          The venue has {signedText(amount, code)}, too. We don’t trade it, and no books have it: take it away
          there, or ask the venue.
        </p>
      ))}
      {onFee !== undefined && unbooked.length === 0 && missing.length > 0 && (
        <ActButtons
          acts={missing.map((code, at) => ({
            letter: "fgh".charAt(at),
            button: `Book a fee in ${code}`,
            run: () => onFee(code),
          }))}
        />
      )}
      {unbooked.map((fill) => (
        <p key={fill.venue_id}>
          Not in the books: {fill.side} {signedText(fill.amount, fill.currency)} for {signedText(fill.cost)},
          fee {signedText(fill.fee)}, {fill.venue_id}
        </p>
      ))}
    </section>
  );
}

/** An order of which no answer came. Its act is closed until the time on it. */
function Unknown({ order, onResolve }: { readonly order: VenueOrderRecord; readonly onResolve: () => void }) {
  const now = useServerTime();
  const { side, amount, currency, client_id: name, lookups, resolvable_at: from } = order;
  const isOpen = from !== null && now >= Date.parse(from);
  return (
    <Notice kind="warn">
      <p>
        <strong>
          {side === "buy" ? "Buy" : "Sell"} {signedText(amount, currency)}: no answer came.
        </strong>{" "}
        It may have been placed. We won’t send it again, and no other {currency} order starts. We looked for
        it {lookups} times by <code>{name}</code>.
      </p>
      {isOpen ? (
        <ActButtons acts={[{ letter: "z", button: "Resolve the order", run: onResolve }]} />
      ) : (
        <p>{from !== null && `Two people may resolve it from ${timeOf(from)}.`}</p>
      )}
    </Notice>
  );
}

/** The house's own trading: positions and policies, orders, the venue, and the profit. */
export function HedgingPage() {
  const { search, change } = useDeskSearch();
  const may = useMay();
  const status = trpc.ops.hedging.status.useQuery(undefined, SHOWN_IN_PLACE);
  const unknown = trpc.ops.hedging.orders.useQuery({ status: "unknown" }, SHOWN_IN_PLACE);
  const coins = status.data === undefined ? [] : shownCoins(status.data);
  const coin = coins.find(({ currency }) => currency === search["coin"]) ?? coins[0];
  const allDry = coins.length > 0 && coins.every(({ on }) => on === "dry");
  const home = status.data?.home_currency ?? "";
  const newest = trpc.ops.hedging.orders.useQuery({}, SHOWN_IN_PLACE);
  const open = newest.data?.data.find(isOpen);
  const resolved = unknown.data?.data.find(({ id }) => id === search["order"]);
  const lacking = status.data?.venues[0];
  const close = (): void => change({ act: "", order: "" });
  const acts = coins.flatMap(({ currency }, index) =>
    index > 8
      ? []
      : [
          {
            letter: String(index + 1),
            button: `Policy of ${currency}`,
            run: () => change({ act: "policy", coin: currency }),
          },
        ],
  );
  return (
    <Screen
      title="Hedging"
      {...(allDry && {
        state: (
          <Status kind={DRY_RUN.kind} quiet>
            {DRY_RUN.word}
          </Status>
        ),
      })}
      aside={
        may("ops.hedging.setPolicy") && (
          <ActButtons
            acts={[
              ...(coin === undefined
                ? []
                : [
                    {
                      letter: "p",
                      button: "Place an order",
                      kind: "primary" as const,
                      run: () => change({ act: "place" }),
                    },
                  ]),
              ...acts,
              ...(open === undefined
                ? []
                : [{ letter: "x", button: "Cancel the open order", run: () => change({ act: "cancel" }) }]),
            ]}
          />
        )
      }
    >
      {unknown.data?.data.map((order) => (
        <Unknown key={order.id} order={order} onResolve={() => change({ act: "resolve", order: order.id })} />
      ))}
      <div className={styles["columns"]}>
        <ProfitPanel />
        <div className={styles["main"]}>
          <Loaded query={status} what="the positions" ahead={<CardsAhead count={2} />}>
            {(data) => (
              <>
                <div className={styles["coins"]}>
                  {coins.map((each) => (
                    <Coin key={each.currency} coin={each} home={data.home_currency} allDry={allDry} />
                  ))}
                </div>
                {data.venues.length === 0 && (
                  <p className={parts["muted"]}>No venue is set: VENUES is empty.</p>
                )}
                {data.venues.map((venue) => (
                  <VenueBooks
                    key={venue.venue}
                    venue={venue}
                    onFee={
                      may("ops.hedging.bookFee")
                        ? (lacks) => change({ act: "fee", currency: lacks })
                        : undefined
                    }
                  />
                ))}
              </>
            )}
          </Loaded>
          <OrderList />
        </div>
      </div>
      <ProfitDays />
      {search["act"] === "policy" && coin !== undefined && (
        <SetPolicy key={coin.currency} coin={coin} home={home} onClose={close} />
      )}
      {search["act"] === "place" && coin !== undefined && (
        <PlaceOrder coin={coin} home={home} onClose={close} />
      )}
      {search["act"] === "cancel" && open !== undefined && <CancelOrder order={open} onClose={close} />}
      {search["act"] === "fee" && lacking !== undefined && (
        <BookFee venue={lacking} currency={search["currency"] ?? ""} onClose={close} />
      )}
      {search["act"] === "resolve" && resolved !== undefined && (
        <ResolveOrder order={resolved} onClose={close} />
      )}
    </Screen>
  );
}
