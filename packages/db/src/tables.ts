/**
 * Every table, as Kysely sees it. Only two kinds of column exist, the same in both databases:
 * text, and 64-bit integers read as `bigint`. So:
 * - money is a `bigint` of the currency's smallest unit (fiat 2 decimals, crypto 8);
 * - times are milliseconds since 1970 (`Epoch`); booleans are 0n or 1n (`Flag`);
 * - ids are text made by the application (UUID version 7 where order matters);
 * - rates and percentages are plain decimal text; JSON is text.
 */
import type { RowOf } from "./columns/table.ts";
import { users } from "./accounts.table.ts";
import { sessions } from "./sessions.table.ts";
import { signIns, knownDevices } from "./sign-ins.table.ts";
import { secondFactors, recoveryCodes } from "./second-factors.table.ts";
import { passkeys, passkeyChallenges } from "./passkeys.table.ts";
import { emailTokens, accountLinks } from "./account-links.table.ts";
import { identities, identityChecks, identityDocuments } from "./identity.table.ts";
import { recoveries } from "./recoveries.table.ts";
import { bankAccounts, holdMails } from "./bank-accounts.table.ts";
import { coinPayees } from "./coin-payees.table.ts";
import { personalHashes, accountNumberHashes } from "./personal-hashes.table.ts";
import { customerHolds, customerNotes, accountClosures } from "./customers.table.ts";
import { outbox, statementNotices } from "./outbox.table.ts";
import { enquiries, enquiryReplies } from "./support.table.ts";
import { transactions, transactionEvents, historyCounts } from "./history.table.ts";
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerBalances,
  ledgerPostings,
  ledgerChecks,
  owedTotals,
} from "./ledger.table.ts";
import { bankLines, receivables } from "./bank-lines.table.ts";
import { onrampOrders, onrampEvents, onrampAccessTokens } from "./onramp.table.ts";
import { liabilityPublications, liabilityNodes, liabilityLeaves } from "./liabilities.table.ts";
import { reserveProofs } from "./reserves.table.ts";
import { priceAlerts } from "./price-alerts.table.ts";
import { recurringBuys, recurringRuns } from "./recurring.table.ts";
import { statedCosts, taxChoices, taxResidences } from "./tax.table.ts";
import { apiTokens, idempotencyKeys, tokenRequests } from "./tokens.table.ts";
import { appCodes, apps } from "./apps.table.ts";
import { operatorEvents, webhookEndpoints, webhookDeliveries } from "./webhooks.table.ts";
import { events, eventCounts } from "./events.table.ts";
import { referralRecords } from "./partners.table.ts";
import { staffInvitations, staffPresence } from "./staff.table.ts";
import { approvals, staffCredits } from "./approvals.table.ts";
import { auditLog } from "./audit.table.ts";
import { bookSeals, bookSealHeads, sealReaders } from "./book-seals.table.ts";
import { currencies, exchangeFees } from "./markets.table.ts";
import { pricePoints, believedPrices } from "./prices.table.ts";
import {
  systemBankAccounts,
  statementColumns,
  statementBalances,
  statementImports,
  reconciliations,
} from "./system-bank-accounts.table.ts";
import { payoutBatches, payoutSettings } from "./payouts.table.ts";
import { positionTrades, positionLimits } from "./position.table.ts";
import {
  chainStates,
  chainBlocks,
  watchedScripts,
  chainOutputs,
  chainTransfers,
  chainBalances,
  chainTokens,
} from "./chains.table.ts";
import {
  chainTransactions,
  coinAttemptInputs,
  coinAttempts,
  coinPayoutLeftOut,
  coinPayoutPayments,
  coinPayouts,
  unknownSpends,
} from "./coin-payouts.table.ts";
import { coinAddresses, coinArrivals, coinSenders, wallets } from "./coins.table.ts";
import { caseNotes, cases } from "./cases.table.ts";
import { monitoredEvents, monitoringRules, ruleAlerts } from "./monitoring.table.ts";
import { filings } from "./filings.table.ts";
import { customerRatings, customerRisks } from "./ratings.table.ts";
import { screeningHits, screeningListParts, screeningLists, screeningsDue } from "./screening.table.ts";
import { hedgingPolicies, venueBalances, venueFills, venueOrders, venueStates } from "./hedging.table.ts";
import { playVenueBalances, playVenueOrders, playVenues } from "./play-venue.table.ts";
import { playNodes, playBlocks, playTransactions, playOutputs, playAccounts } from "./play-chain.table.ts";
import {
  appSecrets,
  signingKeys,
  dataKeys,
  switches,
  limitTries,
  limitCounts,
  spentCaptchas,
  writeProbes,
  schemaMigrations,
} from "./installation.table.ts";

// Words that are stored as they are sent: each list of them is in `contracts`, once.
export type { Role, UserStatus } from "@wattle/contracts/accounts";
export type { ApprovalStatus, StoredApprovalStatus } from "@wattle/contracts/approvals";
export type { PayoutSettings } from "@wattle/contracts/bank-formats/payout-format";
export type { BankLineStatus } from "@wattle/contracts/bank-lines";
export type { ArrivalState, CoinPayoutStatus, WalletRole } from "@wattle/contracts/choices";
export type {
  BankTransactionType,
  TransactionStatus,
  TransactionType,
} from "@wattle/contracts/history-rules";
export type { ListSource } from "@wattle/contracts/lists";
export type { HoldKind } from "@wattle/contracts/holds";
export type { VenueOrderStatus } from "@wattle/contracts/hedging";
export type { Network } from "@wattle/contracts/networks";
export type { MonitoringRule } from "@wattle/contracts/rules";
export type { OnrampStatus } from "@wattle/contracts/onramp";
export type { PayoutStatus } from "@wattle/contracts/payouts";
export type { RecoveryStatus } from "@wattle/contracts/recoveries";
export type { InternalNote } from "@wattle/contracts/staff-texts";
export type { Epoch, JsonText } from "./columns/column-types.ts";
export type * from "./accounts.table.ts";
export type * from "./sessions.table.ts";
export type * from "./sign-ins.table.ts";
export type * from "./second-factors.table.ts";
export type * from "./passkeys.table.ts";
export type * from "./account-links.table.ts";
export type * from "./identity.table.ts";
export type * from "./recoveries.table.ts";
export type * from "./bank-accounts.table.ts";
export type * from "./coin-payees.table.ts";
export type * from "./customers.table.ts";
export type * from "./outbox.table.ts";
export type * from "./history.table.ts";
export type * from "./ledger.table.ts";
export type * from "./bank-lines.table.ts";
export type * from "./onramp.table.ts";
export type * from "./liabilities.table.ts";
export type * from "./price-alerts.table.ts";
export type * from "./recurring.table.ts";
export type * from "./tax.table.ts";
export type * from "./apps.table.ts";
export type * from "./webhooks.table.ts";
export type * from "./events.table.ts";
export type * from "./partners.table.ts";
export type * from "./staff.table.ts";
export type * from "./approvals.table.ts";
export type * from "./audit.table.ts";
export type * from "./book-seals.table.ts";
export type * from "./markets.table.ts";
export type * from "./prices.table.ts";
export type * from "./system-bank-accounts.table.ts";
export type * from "./payouts.table.ts";
export type * from "./position.table.ts";
export type * from "./chains.table.ts";
export type * from "./coins.table.ts";
export type * from "./coin-payouts.table.ts";
export type * from "./cases.table.ts";
export type * from "./filings.table.ts";
export type * from "./screening.table.ts";
export type * from "./monitoring.table.ts";
export type * from "./ratings.table.ts";
export type * from "./play-chain.table.ts";
export type * from "./hedging.table.ts";
export type * from "./play-venue.table.ts";
export type * from "./installation.table.ts";
export { HOUSE_PURPOSES } from "./ledger.table.ts";

/** By name. A table comes after those that its rows name: an erasure goes from the end to the account itself. */
export const TABLES = {
  users,
  sessions,
  sign_ins: signIns,
  known_devices: knownDevices,
  second_factors: secondFactors,
  recovery_codes: recoveryCodes,
  passkeys,
  passkey_challenges: passkeyChallenges,
  email_tokens: emailTokens,
  account_links: accountLinks,
  identities,
  identity_documents: identityDocuments,
  identity_checks: identityChecks,
  recoveries,
  bank_accounts: bankAccounts,
  hold_mails: holdMails,
  coin_payees: coinPayees,
  personal_hashes: personalHashes,
  account_number_hashes: accountNumberHashes,
  customer_holds: customerHolds,
  customer_notes: customerNotes,
  account_closures: accountClosures,
  outbox,
  statement_notices: statementNotices,
  enquiries,
  enquiry_replies: enquiryReplies,
  transactions,
  transaction_events: transactionEvents,
  history_counts: historyCounts,
  ledger_accounts: ledgerAccounts,
  ledger_entries: ledgerEntries,
  ledger_balances: ledgerBalances,
  ledger_postings: ledgerPostings,
  ledger_checks: ledgerChecks,
  owed_totals: owedTotals,
  bank_lines: bankLines,
  receivables,
  onramp_orders: onrampOrders,
  onramp_events: onrampEvents,
  onramp_access_tokens: onrampAccessTokens,
  liability_publications: liabilityPublications,
  liability_nodes: liabilityNodes,
  liability_leaves: liabilityLeaves,
  reserve_proofs: reserveProofs,
  price_alerts: priceAlerts,
  recurring_buys: recurringBuys,
  recurring_runs: recurringRuns,
  tax_choices: taxChoices,
  tax_residences: taxResidences,
  stated_costs: statedCosts,
  api_tokens: apiTokens,
  token_requests: tokenRequests,
  apps,
  app_codes: appCodes,
  idempotency_keys: idempotencyKeys,
  webhook_endpoints: webhookEndpoints,
  webhook_deliveries: webhookDeliveries,
  operator_events: operatorEvents,
  events,
  event_counts: eventCounts,
  referral_records: referralRecords,
  cases,
  case_notes: caseNotes,
  filings,
  customer_ratings: customerRatings,
  customer_risks: customerRisks,
  rule_alerts: ruleAlerts,
  monitored_events: monitoredEvents,
  monitoring_rules: monitoringRules,
  screening_hits: screeningHits,
  screenings_due: screeningsDue,
  screening_lists: screeningLists,
  screening_list_parts: screeningListParts,
  staff_invitations: staffInvitations,
  staff_presence: staffPresence,
  approvals,
  staff_credits: staffCredits,
  audit_log: auditLog,
  book_seals: bookSeals,
  book_seal_heads: bookSealHeads,
  seal_readers: sealReaders,
  currencies,
  exchange_fees: exchangeFees,
  price_points: pricePoints,
  believed_prices: believedPrices,
  system_bank_accounts: systemBankAccounts,
  statement_columns: statementColumns,
  statement_balances: statementBalances,
  statement_imports: statementImports,
  reconciliations,
  payout_batches: payoutBatches,
  payout_settings: payoutSettings,
  position_trades: positionTrades,
  position_limits: positionLimits,
  chain_states: chainStates,
  chain_blocks: chainBlocks,
  watched_scripts: watchedScripts,
  chain_outputs: chainOutputs,
  chain_transfers: chainTransfers,
  chain_balances: chainBalances,
  chain_tokens: chainTokens,
  wallets,
  coin_addresses: coinAddresses,
  coin_arrivals: coinArrivals,
  coin_senders: coinSenders,
  coin_payouts: coinPayouts,
  coin_payout_payments: coinPayoutPayments,
  coin_payout_left_out: coinPayoutLeftOut,
  coin_attempts: coinAttempts,
  coin_attempt_inputs: coinAttemptInputs,
  chain_transactions: chainTransactions,
  unknown_spends: unknownSpends,
  play_nodes: playNodes,
  play_blocks: playBlocks,
  play_transactions: playTransactions,
  play_outputs: playOutputs,
  play_accounts: playAccounts,
  hedging_policies: hedgingPolicies,
  venue_orders: venueOrders,
  venue_fills: venueFills,
  venue_states: venueStates,
  venue_balances: venueBalances,
  play_venues: playVenues,
  play_venue_balances: playVenueBalances,
  play_venue_orders: playVenueOrders,
  app_secrets: appSecrets,
  signing_keys: signingKeys,
  data_keys: dataKeys,
  switches,
  limit_tries: limitTries,
  limit_counts: limitCounts,
  spent_captchas: spentCaptchas,
  write_probes: writeProbes,
  schema_migrations: schemaMigrations,
};

/** The types of their rows. */
export type Tables = { [Name in keyof typeof TABLES]: RowOf<(typeof TABLES)[Name]> };
