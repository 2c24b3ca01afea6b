import { closedAccount, eraseCustomerInput } from "@wattle/contracts/closing";
import { DomainError } from "@wattle/contracts/errors";
import { TRACES_DAYS } from "@wattle/contracts/traces-days";
import { findCustomerById } from "@wattle/db/customers";
import { closeLocked, lockClosable, planClosing } from "../../closing/close-account.ts";
import type { ReviewedAct } from "../approvals/act.ts";
import { stateText } from "../approvals/changes.ts";

/** Closes a customer's account and erases its data, for a customer who asks. It can't be taken back, so two people do it. */
export const eraseCustomer: ReviewedAct<typeof eraseCustomerInput, typeof closedAccount> = {
  title: "Close an account and delete its data",
  roles: ["compliance"],
  errors: ["not_found", "state_conflict", "account_under_review"],
  input: eraseCustomerInput,
  output: closedAccount,
  plan: async (tx, { services, operator }, { id, internal_note: internalNote }) => {
    if ((await findCustomerById(tx, id)) === undefined) throw new DomainError("not_found");
    const user = await lockClosable(tx, services, id, "staff");
    const { kept_until: until } = await planClosing(tx, services, id, "staff");
    return {
      subject: `the account of ${user.id}`,
      customer: id,
      details: {
        Customer: `${user.first_name} ${user.last_name}`,
        "Internal note": internalNote,
      },
      changes: [
        { what: "Account", before: stateText(user.status), after: "Permanently closed" },
        {
          what: "API tokens, webhooks, alerts, recurring buys",
          before: "Kept",
          after: "Deleted at once",
        },
        {
          what: until === null ? "All other data" : "Logins, devices, events, sent emails",
          before: "Kept",
          after: `Deleted after ${TRACES_DAYS} days`,
        },
        ...(until === null
          ? []
          : [{ what: "All other data", before: "Kept", after: `Deleted after ${until.slice(0, 10)}` }]),
      ],
      reads: {
        to: null,
        subject: "On their page",
        text: "Your account is closed. No one can log in to it any more.",
      },
      state: user.status,
      reasons: ["Deleting a customer's data can't be undone."],
      worth: null,
      log: [],
      run: (log) => closeLocked(tx, { ...services, log }, user, { by: operator, internalNote }),
    };
  },
  after: (ctx, { id }) =>
    ctx.services.securityLog.note(ctx, "account-closed", { account: id }, { by: ctx.user.id }),
};
