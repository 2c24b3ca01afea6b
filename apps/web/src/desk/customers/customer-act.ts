import type { StaffProcedure } from "@wattle/contracts/staff-access";
import type { ActCall } from "../parts/act-call.ts";
import type { ActField } from "../parts/act-drawer.tsx";

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
  readonly about?: string;
  /** If there is an obstacle, `about` says which: there is no button then. */
  readonly isPossible?: boolean;
  readonly done: string;
  readonly call: (values: Readonly<Record<string, string>>) => ActCall;
  /** Does it in another way than by only the call. */
  readonly run?: () => Promise<object>;
  /** The act that takes it back. */
  readonly undo?: (values: Readonly<Record<string, string>>) => ActCall;
}
