import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Panel } from "../controls/panel.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { MonthBars } from "./month-bars.tsx";
import { PartnerLink } from "./partner-link.tsx";
import { ReferralList } from "./referral-list.tsx";
import { ReferralTotals } from "./referral-totals.tsx";
import styles from "./partners-page.module.css";

/** On every screen: a link to a page shows the same rows wherever it is opened. */
const PER_PAGE = 20;

interface PartnersPageProps {
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** A partner's link, what the customers it brought have moved, and each of their transactions, newest first. */
export function PartnersPage({ page, onPage }: PartnersPageProps) {
  const board = trpc.partners.board.useQuery(undefined, SHOWN_IN_PLACE);
  const referrals = trpc.partners.referrals.useQuery(
    { page, per_page: PER_PAGE },
    { placeholderData: keepPreviousData },
  );
  const failure = referrals.error ?? board.error;
  useEffect(() => {
    if (failure !== null) alertFailure("Get refferals", failure);
  }, [failure]);

  const last = referrals.data?.meta.last_page;
  useEffect(() => {
    // The address named a page that does not exist (any more).
    if (last !== undefined && !referrals.isPlaceholderData && page > last) onPage(last);
  }, [last, page, onPage, referrals.isPlaceholderData]);

  return (
    <>
      <ScreenHead
        title="Partners Board"
        lead="Everyone who signs up with your link, and their transactions."
      />
      <div className={styles["screen"]}>
        {board.data !== undefined && <MonthBars {...board.data} />}
        <div className={styles["top"]}>
          <Panel title="Your link">
            <Loaded query={board} what="your link" lines={8}>
              {({ partner_link }) => <PartnerLink link={partner_link} />}
            </Loaded>
          </Panel>
          <Panel title="Totals">
            <Loaded query={board} what="the totals" lines={8}>
              {(data) => <ReferralTotals board={data} />}
            </Loaded>
          </Panel>
        </div>
        <Panel title="Transactions of your referrals">
          <ReferralList referrals={referrals} onPage={onPage} />
        </Panel>
      </div>
    </>
  );
}
