import { travelData, travelSenderInput } from "@wattle/contracts/travel";
import { findCoinSender } from "@wattle/db/coin-senders";
import { DomainError } from "@wattle/contracts/errors";
import { keepSender } from "../../coins/senders.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { lockCustomer } from "../customers/locked-customer.ts";
import { readTravel, requireArrival } from "./read-travel.ts";

/**
 * Says who sent coins, if the customer can't or doesn't. It is said once. The plan throws
 * `not_found` if no coins came with the reference, and `state_conflict` if their sender is known.
 */
export const nameSenderForCustomer = alone({
  title: "Name the sender of coins",
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  input: travelSenderInput,
  output: travelData,
  plan: async (tx, { services }, { reference, ...owner }) => {
    const { row, arrival } = await requireArrival(tx, reference);
    await lockCustomer(tx, row.user_id);
    if ((await findCoinSender(tx, arrival.id)) !== undefined) throw new DomainError("state_conflict");
    const name = owner.whose === "mine" ? "The customer" : (owner.holder_name ?? "");
    const keeper = owner.wallet === "self_hosted" ? "The sender" : (owner.provider_name ?? "");
    return {
      subject: `the transaction ${row.reference}`,
      customer: row.user_id,
      changes: [
        { what: "Sender", before: "", after: name },
        { what: "Keys of the wallet kept by", before: "", after: keeper },
      ],
      log: { action: "coins.sender_named", subject: row.id, details: { customer: row.user_id } },
      run: async () => {
        await keepSender(tx, services, { id: arrival.id, user_id: row.user_id }, owner);
        return readTravel(tx, services, reference);
      },
    };
  },
});
