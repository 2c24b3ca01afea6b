import type { StaffProcedure } from "@wattle/contracts/staff-access";
import type { ActField, Change } from "../parts/act-drawer.tsx";

/** An act on a customer: when it is there, what it asks for, and what it does. */
export interface CustomerAct {
  readonly name: string;
  readonly title: string;
  readonly button: string;
  readonly letter: string;
  readonly needs: StaffProcedure;
  readonly kind?: "danger";
  /** Seldom wanted. */
  readonly rare?: true;
  readonly fields: readonly ActField[];
  /** What the customer will read; nothing where the customer hears nothing. */
  readonly reads?: string | ((values: Readonly<Record<string, string>>) => string);
  readonly about?: string;
  /** Where something is in its way, `about` says what: there is no button then. */
  readonly isPossible?: boolean;
  readonly changes?: readonly Change[] | ((values: Readonly<Record<string, string>>) => readonly Change[]);
  readonly done: string;
  readonly run: (values: Readonly<Record<string, string>>) => Promise<object>;
  /** Where another act takes it back. */
  readonly undo?: (values: Readonly<Record<string, string>>) => Promise<object>;
}
