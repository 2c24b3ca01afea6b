import type { Amount } from "@wattle/exchange-core";
import type { ComponentType, Dispatch } from "react";
import type { Holdable } from "../failed-call.ts";
import type { Store } from "../store.ts";
import type { Confirmation, ExchangeAction, ExchangeState } from "./exchange-state.ts";

/** What the popup is given. */
export interface ConfirmationProps {
  readonly state: ExchangeState;
  readonly confirmation: Confirmation;
  /** Whole seconds the rate is still held: what the banner counts. */
  readonly secondsLeft: Store<number>;
  /** The confirmed amount no longer fits what a newer rate or the balance allows. */
  readonly isOutOfBounds: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
  /** Asks for a newer rate. */
  readonly onRenew: () => void;
  /** Takes the newer rate over. */
  readonly onAccept: () => void;
}

/** What a part of the form is given. */
export interface PartProps {
  readonly state: ExchangeState;
  readonly dispatch: Dispatch<ExchangeAction>;
}

export interface QuickAmountsProps extends PartProps {
  /** What can be spent; undefined while it is not known. */
  readonly balance: Amount | undefined;
  /** Of the text that says why the form cannot be sent. */
  readonly reasonId: string;
}

interface RefusedProps {
  /** What the last exchange that was confirmed threw. */
  readonly error: unknown;
  readonly tried: Holdable;
}

/** What the form has in full: given to it by the screen, so that the home page need not load it. */
export interface FullParts {
  readonly QuickAmounts: ComponentType<QuickAmountsProps>;
  readonly Confirmation: ComponentType<ConfirmationProps>;
  readonly Refused: ComponentType<RefusedProps>;
}
