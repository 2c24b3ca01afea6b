import type { Amount } from "@wattle/exchange-core";
import type { ComponentType, Dispatch } from "react";
import type { Holdable } from "../failed-call.ts";
import type { Store } from "../store.ts";
import type { Confirmation, ExchangeAction, ExchangeState } from "./exchange-state.ts";

/** Props of the popup. */
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

/** Props of a part of the form. */
export interface PartProps {
  readonly state: ExchangeState;
  readonly dispatch: Dispatch<ExchangeAction>;
}

export interface QuickAmountsProps extends PartProps {
  /** Spendable balance; undefined until it is known. */
  readonly balance: Amount | undefined;
  /** Identifier of the text that says why the form cannot be sent. */
  readonly reasonId: string;
}

interface RefusedProps {
  /** Error of the last exchange that was confirmed. */
  readonly error: unknown;
  readonly tried: Holdable;
}

/** Parts of the full form: given to it by the screen, so that the home page need not load them. */
export interface FullParts {
  readonly QuickAmounts: ComponentType<QuickAmountsProps>;
  readonly Confirmation: ComponentType<ConfirmationProps>;
  readonly Refused: ComponentType<RefusedProps>;
}
