/** Answers of the desk as they arrive: a note for staff is an object there whose text `noteText` has. */
import type { AppRouter } from "@wattle/api/router";
import type { inferRouterOutputs } from "@trpc/server";

type Answers = inferRouterOutputs<AppRouter>["ops"];

export type CustomerFile = Answers["customers"]["get"];
export type WaitingIdentity = Answers["customers"]["waiting"]["data"][number];
export type BankLineRecord = Answers["bankLines"]["get"];
export type DepositRecord = Answers["deposits"]["list"]["data"][number];
export type ArrivalRecord = Answers["arrivals"]["list"]["data"][number];
export type UnknownTokenRecord = Answers["arrivals"]["tokens"]["data"][number];
export type CardPaymentRecord = Answers["onramp"]["list"]["data"][number];
export type RecoveryRecord = Answers["recoveries"]["list"]["data"][number];
export type WithdrawalRecord = Answers["withdrawals"]["list"]["data"][number];
export type TransactionRecord = Answers["transactions"]["find"];
export type PositionTrade = Answers["position"]["trades"]["data"][number];
