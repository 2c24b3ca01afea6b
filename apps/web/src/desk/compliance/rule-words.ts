import type { MonitoringRule, RuleAct, RuleParameters } from "@wattle/contracts/rules";

interface RuleWords {
  readonly finds: string;
  /** Labels of its figures. */
  readonly figures: Readonly<Partial<Record<keyof RuleParameters, string>>>;
}

export const RULE_WORDS: Readonly<Record<MonitoringRule, RuleWords>> = {
  structuring: {
    finds: "Several deposits just below a limit, or much cash in one day.",
    figures: {
      count: "Deposits, at least",
      min_percent: "From this percent of the limit",
      max_percent: "To this percent of the limit",
      limit: "Limit",
      days: "Within days",
      cash_limit: "Cash in one day",
    },
  },
  in_and_out: {
    finds: "Money that leaves soon after it came in.",
    figures: {
      percent: "Percent that leaves, at least",
      hours: "Within hours",
      exchanges: "Exchanges in between, at most",
    },
  },
  new_and_large: {
    finds: "A young account with larger deposits than the customer expected.",
    figures: {
      age_days: "Account younger than days",
      times: "Times the expected monthly sum",
      limit: "Or a sum above",
    },
  },
  woken: {
    finds: "A large sum after a long rest, or a new device and a new payee at about the same time.",
    figures: { days: "Days of rest", limit: "Then a sum above", hours: "Within hours" },
  },
  third_party: {
    finds: "A payer whose name isn’t the customer’s, or several payers.",
    figures: { names: "Different names, at least", days: "Within days" },
  },
  shared: {
    finds: "A bank account, wallet, device or document that several customers have.",
    figures: { customers: "Customers, at least" },
  },
  velocity: {
    finds: "Exchanges in 24 hours that are far above what is usual for the customer.",
    figures: {
      times: "Times a usual day",
      days: "Usual days are the last",
      active_days: "Days with exchanges, at least",
    },
  },
  country: {
    finds: "A listed country of document, bank or login, or countries that disagree.",
    figures: { disagree: "Countries that disagree, at least" },
  },
  travel_rule: {
    finds: "Coins whose sender stays unknown, or a wallet provider that isn’t on our list.",
    figures: { hours: "Hours to name the sender" },
  },
  round_trip: {
    finds: "Coins bought and sold again at a loss, or an elderly customer’s first coins sent to a new payee.",
    figures: {
      days: "Within days",
      loss_percent: "Loss above percent, apart from the market’s",
      age: "Customer older than",
      payee_hours: "Payee younger than hours",
    },
  },
};

const ACT_WORDS: Readonly<Record<RuleAct, string>> = {
  alert: "Opens a case",
  hold_withdrawals: "holds withdrawals",
};

export const actsText = (acts: readonly RuleAct[]): string => acts.map((act) => ACT_WORDS[act]).join(", ");
