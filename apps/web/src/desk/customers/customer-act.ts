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
  /** Message to the customer; nothing if the customer hears nothing. */
  readonly reads?: string | ((values: Readonly<Record<string, string>>) => string);
  readonly about?: string;
  /** If there is an obstacle, `about` says which: there is no button then. */
  readonly isPossible?: boolean;
  readonly changes?: readonly Change[] | ((values: Readonly<Record<string, string>>) => readonly Change[]);
  readonly done: string;
  readonly run: (values: Readonly<Record<string, string>>) => Promise<object>;
  /** The act that takes it back. */
  readonly undo?: (values: Readonly<Record<string, string>>) => Promise<object>;
}
