import type { BankTransactionType } from "@wattle/contracts/history-rules";
import type { NewsAnswer, NewsItem } from "@wattle/contracts/news";
import { useEffect, useRef, useState } from "react";
import { amountText } from "../money/price-figures.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { newsPoll } from "./news-poll.ts";
import { createNewsReader } from "./news-reader.ts";

const WORDS: Readonly<Record<BankTransactionType, Partial<Record<NewsItem["status"], string>>>> = {
  deposit: { completed: "Deposit arrived", returned: "Deposit returned", expired: "Deposit expired" },
  withdraw: {
    completed: "Withdrawal paid",
    rejected: "Withdrawal rejected",
    returned: "Withdrawal returned",
  },
};

/** Tells of a change in the alert box, once; a change that no one needs to hear of is silent. */
function announce({ transaction_type, status, debit, debit_currency, reference }: NewsItem): void {
  const words =
    transaction_type === "deposit" || transaction_type === "withdraw"
      ? WORDS[transaction_type][status]
      : undefined;
  if (words === undefined) return;
  showAlert({
    type: status === "completed" ? "success" : "error",
    text: `${words}: ${amountText(debit, debit_currency)}, ${reference}`,
  });
}

/**
 * Keeps an open page up to date: asks what has changed of deposits and withdrawals, tells of it once, and has what shows
 * balances and transactions read again. A question that fails is asked again from the same time on, so that nothing is missed.
 */
export function useNews(): void {
  const utils = trpc.useUtils();
  const [reader] = useState(() => createNewsReader(new Date().toISOString()));
  const quiet = useRef(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const take = (answer: NewsAnswer): void => {
      const fresh = reader.take(answer);
      quiet.current = fresh.length > 0 ? 0 : quiet.current + 1;
      if (fresh.length === 0 && !reader.mayHaveMissed()) return;
      for (const item of fresh) announce(item);
      void utils.balances.get.invalidate();
      void utils.history.invalidate();
      void utils.portfolio.invalidate();
      void utils.onramp.invalidate();
    };
    const look = async (): Promise<void> => {
      try {
        const input = { since: reader.since() };
        take(await utils.client.news.since.query(input, { context: { background: true } }));
      } catch {
        reader.fail();
        quiet.current += 1;
      }
      wait();
    };
    const wait = (): void => {
      clearTimeout(timer);
      if (!stopped && !document.hidden) timer = setTimeout(() => void look(), newsPoll(quiet.current));
    };
    // Back at the page, or at the net: what has happened meanwhile shows at once.
    const wake = (): void => {
      if (document.hidden) return;
      quiet.current = 0;
      clearTimeout(timer);
      void look();
    };
    void look();
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("online", wake);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
    };
  }, [reader, utils]);
}
