import { customerInput } from "@wattle/contracts/desk";
import { dataCopy } from "@wattle/contracts/data-export";
import { heldKinds } from "@wattle/db/holds";
import { limitActs } from "../parts/limit-acts.ts";
import { copyLetter, copyOf } from "../../data-export/open-data.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { lockCustomer } from "./locked-customer.ts";

/**
 * Lets staff take a copy of a customer's data, for one who asked for it; its bytes come from `GET /api/ops/customers/{id}/data.zip`.
 * The owner of an account that is on hold must not learn of a review, and learns of the copy once that has ended (`hold-customer.ts`).
 */
export const openCustomerData = alone({
  title: "Copy a customer's data",
  roles: ["compliance"],
  confirmed: true,
  errors: ["not_found", "too_many_requests"],
  input: customerInput,
  output: dataCopy,
  plan: async (tx, { services, operator }, { id }) => {
    await limitActs(tx, services, operator.id, "copies");
    const user = await lockCustomer(tx, id);
    return {
      subject: `the data of ${id}`,
      customer: id,
      changes: [],
      mail: heldKinds(user).length === 0 ? copyLetter(services, user, "staff") : undefined,
      log: { action: "customer.data_copied", subject: id },
      run: () => Promise.resolve(copyOf(services, id)),
    };
  },
});
