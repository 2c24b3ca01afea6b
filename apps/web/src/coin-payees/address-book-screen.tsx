import { MOST_COIN_PAYEES, type CoinPayee } from "@wattle/contracts/coin-payees";
import { useEffect, useRef } from "react";
import { Button } from "../controls/button.tsx";
import { Loaded, NotLoaded } from "../controls/loaded.tsx";
import { Panel } from "../controls/panel.tsx";
import { Status } from "../controls/status.tsx";
import { WholeAddress } from "../money/coin-address.tsx";
import { NETWORK_NAMES } from "../money/network-names.ts";
import { useCopy } from "../controls/use-copy.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Card } from "../ui/card.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { buttonClass } from "../ui/button.tsx";
import { DoneIcon, CopyIcon } from "../ui/icons.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useAt } from "../ui/use-at.ts";
import { BankIcon, WalletIcon } from "../ui/section-icons.tsx";
import styles from "./coin-payees.module.css";
import { PayeeForm } from "./payee-form.tsx";
import { freeText, isOnHold, kindText } from "./payee-words.ts";
import { ProvePayee } from "./prove-payee.tsx";
import { RemovePayee } from "./remove-payee.tsx";
import { SendingPanel } from "./sending.tsx";

interface AddressBookProps {
  /** Whether the form is shown in place of the list. */
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

/** Wallets to which the customer can send coins: the list, or the form that adds one, with the switch of sending next to it. */
export function AddressBookScreen({ adding, onAdding }: AddressBookProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // List and form take each other's place; the focus goes along.
  const began = useRef(false);
  useEffect(() => {
    if (began.current) heading.current?.focus();
    began.current = true;
  }, [adding]);
  return (
    <>
      <ScreenHead title="Address book" lead="Wallets you can send coins to." />
      <div className={styles["screen"]}>
        <div className={styles["main"]}>
          {adding ? (
            <Card className={styles["form"]}>
              <h2 ref={heading} tabIndex={-1} className={styles["title"]}>
                Add a payee
              </h2>
              <NewPayee onCancel={() => onAdding(false)} onAdded={() => onAdding(false)} />
            </Card>
          ) : (
            <>
              <h2 ref={heading} tabIndex={-1} className="visually-hidden">
                Your payees
              </h2>
              <Payees onAdd={() => onAdding(true)} onRemoved={() => heading.current?.focus()} />
            </>
          )}
        </div>
        <div className={styles["companion"]}>
          <SendingPanel />
        </div>
      </div>
    </>
  );
}

function NewPayee(props: { readonly onCancel: () => void; readonly onAdded: () => void }) {
  const outgoing = trpc.coins.outgoing.useQuery(undefined, SHOWN_IN_PLACE);
  return (
    <Loaded query={outgoing} what="the coins you can send" lines={12}>
      {({ coins }) =>
        coins.length === 0 ? (
          <EmptyState title="No coins can be sent right now">Your balance isn’t affected.</EmptyState>
        ) : (
          <PayeeForm coins={coins} {...props} />
        )
      }
    </Loaded>
  );
}

interface PayeesProps {
  readonly onAdd: () => void;
  readonly onRemoved: () => void;
}

function Payees({ onAdd, onRemoved }: PayeesProps) {
  const payees = trpc.coinPayees.list.useQuery(undefined, SHOWN_IN_PLACE);
  return (
    <Loaded
      query={payees}
      what="your payees"
      ahead={<Card className={styles["ahead"]}>{null}</Card>}
      failed={
        <Card>
          <NotLoaded what="your payees" note="Your coins are safe." onRetry={payees.refetch} />
        </Card>
      }
      empty={
        <Card>
          <EmptyState
            emblem={<Emblem of="book" />}
            title="No payees yet"
            action={<Button onClick={onAdd}>Add a payee</Button>}
          >
            Add one early: you can send to it after 24 hours, or at once if you prove that it’s yours.
          </EmptyState>
        </Card>
      }
    >
      {(data) => (
        <>
          <Panel
            title="Payees"
            aside={
              <span className={styles["head"]}>
                <span className={styles["count"]}>
                  {data.length} of {MOST_COIN_PAYEES}
                </span>
                {data.length < MOST_COIN_PAYEES && <Button onClick={onAdd}>Add a payee</Button>}
              </span>
            }
          >
            <ul className={styles["list"]}>
              {data.map((payee) => (
                <Payee key={payee.id} payee={payee} onRemoved={onRemoved} />
              ))}
            </ul>
          </Panel>
          {data.length >= MOST_COIN_PAYEES && (
            <p className={styles["note"]}>To add another payee, remove one first.</p>
          )}
        </>
      )}
    </Loaded>
  );
}

function Payee({ payee, onRemoved }: { readonly payee: CoinPayee; readonly onRemoved: () => void }) {
  const utils = trpc.useUtils();
  const held = isOnHold(payee);
  useAt(held ? payee.available_at : null, () => void utils.coinPayees.list.invalidate());
  const Icon = payee.wallet === "provider" ? BankIcon : WalletIcon;
  return (
    <li className={styles["payee"]}>
      <span className={styles["mark"]}>
        <Icon size={20} />
      </span>
      <div className={styles["words"]}>
        <p className={styles["label"]} translate="no">
          {payee.label}
        </p>
        <p className={styles["note"]}>
          <WholeAddress address={payee.address} />
        </p>
        <div className={styles["meta"]}>
          <p className={styles["note"]}>
            {NETWORK_NAMES[payee.network]} network · {kindText(payee)}
          </p>
          {held ? (
            <Status kind="waiting">On hold until {freeText(payee)}</Status>
          ) : (
            <Status kind="done" quiet>
              Ready
            </Status>
          )}
        </div>
      </div>
      <div className={styles["acts"]}>
        {!held && (
          <SiteLink
            to={`/dashboard/withdraw-money/wallet?payee=${payee.id}`}
            className={buttonClass("quiet")}
          >
            Send<span className="visually-hidden"> to {payee.label}</span>
          </SiteLink>
        )}
        {held && payee.proof_message !== null && <ProvePayee payee={payee} message={payee.proof_message} />}
        <CopyAddress payee={payee} />
        <RemovePayee payee={payee} onRemoved={onRemoved} />
      </div>
    </li>
  );
}

/** Copies the whole address, without the gaps between its groups. */
function CopyAddress({ payee: { address, label } }: { readonly payee: CoinPayee }) {
  const { copy, copied } = useCopy();
  return (
    <Button kind="plain" onClick={() => copy(address)}>
      <span className={styles["copy"]}>
        {copied ? <DoneIcon size={18} /> : <CopyIcon size={18} />}
        <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
      </span>
      <span className="visually-hidden"> address of {label}</span>
    </Button>
  );
}
