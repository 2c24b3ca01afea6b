/** A bank line that proposes itself for a deposit by a reference with one wrong letter. */
export const ARRIVED_LINE = {
  id: "line",
  deposit_account_id: "aud",
  booked_on: "2026-11-26",
  amount: "275.00",
  currency: "AUD",
  text: "PAYMENT",
  payer: "MARY QUIST",
  status: "proposed",
  remarks: [],
  proposal: {
    kind: "deposit",
    found_by: "corrected",
    reference: "AAAA-AAAA-AAAA",
    deposit_id: "deposit",
    certain: false,
    customer: { id: "mary", first_name: "Mary", last_name: "Quist" },
    reasons: ["Reference off by one letter: AAAAAAAAAAAB."],
  },
} as const;
