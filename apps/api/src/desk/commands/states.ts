/** States of the things that commands act on. A refusal because of a state says which it is. */
import { customerId, type CommandContext, type State } from "./command.ts";

/** State of a deposit or withdrawal. */
export async function transactionState({ ops, words }: CommandContext): Promise<State> {
  const { reference, status, events } = await ops.transactions.find({ reference: words[0] ?? "" });
  return { name: reference, status, since: events.at(-1)?.created_at };
}

/** State of a card payment. */
export async function orderState(context: CommandContext): Promise<State> {
  const { id, status, updated_at } = await context.ops.onramp.find({ id: context.word(0) });
  return { name: id, status, since: updated_at };
}

/** State of a customer's account. The log says since when. */
export async function customerState(context: CommandContext): Promise<State> {
  const id = await customerId(context, context.word(0));
  const { user, audit } = await context.ops.customers.get({ id });
  const change = audit.find(({ details }) => details["to"] === user.status);
  return { name: user.email, status: user.status, since: change?.created_at };
}
