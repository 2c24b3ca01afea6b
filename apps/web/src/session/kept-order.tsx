import { useHydrated } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { amountText } from "../money/price-figures.ts";
import { ArrowIcon } from "../ui/icons.tsx";
import { readDraft, type Draft } from "../money/draft.ts";
import styles from "./kept-order.module.css";

/** An exchange that was begun, as people read it (`100.00 AUD → BTC`), and what it needs. */
export function OrderNote({ order, children }: { readonly order: Draft; readonly children?: ReactNode }) {
  return (
    <p className={styles["kept"]}>
      Your order:{" "}
      <strong className={styles["order"]}>
        {amountText(order.amount, order.from)} <ArrowIcon size={16} />
        <span className="visually-hidden"> to </span> {order.to}
      </strong>
      {children !== undefined && <span className={styles["next"]}>{children}</span>}
    </p>
  );
}

interface KeptOrderProps {
  /** Next content, if there is any. */
  readonly children?: ReactNode;
}

/** The exchange that was begun before, where one was. */
export function KeptOrder(props: KeptOrderProps) {
  // Prerendered pages know of none.
  return useHydrated() ? <Kept {...props} /> : null;
}

function Kept({ children }: KeptOrderProps) {
  const [order] = useState(readDraft);
  if (order === undefined) return null;
  return (
    <>
      <OrderNote order={order} />
      {children}
    </>
  );
}
