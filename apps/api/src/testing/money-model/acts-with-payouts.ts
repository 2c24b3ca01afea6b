import { aud, both, pick, pickWhere, type Act } from "./act.ts";

export const withdraw =
  (who: number, amount: bigint): Act =>
  async (model, world) => {
    const customer = model.customers[who];
    if (customer === undefined) return undefined;
    const [actual, made] = await world.as<{ id: string; reference: string }>(
      world.customers[who],
      "withdrawals.request",
      {
        balance: { credit: aud(amount), credit_currency: "AUD" },
        transaction_type: "withdraw",
        bank_account_id: world.bankAccounts[who],
      },
    );
    if (actual === "done") world.withdrawals.push(made);
    return [model.request(customer, amount), actual];
  };

export const settleWithdrawal =
  (how: "cancel" | "complete" | "reject" | "return", by: number, which: number): Act =>
  async (model, world) => {
    const wanted = how === "return" ? "completed" : "requested";
    const [withdrawal, place] = pickWhere(model.withdrawals, which, ({ status }) => status === wanted) ?? [];
    const made = world.withdrawals[place ?? 0];
    if (withdrawal === undefined || made === undefined) return undefined;
    const { id, reference } = made;
    const message = "Sorry.";
    switch (how) {
      case "cancel": {
        const owner = world.customers[model.customers.indexOf(withdrawal.of)];
        const [actual] = await world.as(owner, "history.cancel", { id });
        return [model.cancelWithdrawal(withdrawal), actual];
      }
      case "complete": {
        const input = { reference, bank_reference: "Paid" };
        const actual = await world.ask(by, "ops.withdrawals.complete", input);
        return [model.complete(by, withdrawal), actual];
      }
      case "reject": {
        const [actual] = await world.as(world.staff[by], "ops.withdrawals.reject", { reference, message });
        return [model.reject(withdrawal), actual];
      }
      case "return": {
        const actual = await world.ask(by, "ops.withdrawals.return", { reference, message });
        return [model.returnWithdrawal(by, withdrawal), actual];
      }
    }
  };

export const createBatch =
  (by: number): Act =>
  async (model, world) => {
    const [actual, made] = await world.as<{ id: string }>(world.staff[by], "ops.payouts.create", {
      currency: "AUD",
    });
    if (actual === "done") world.batches.push(made.id);
    return [model.createBatch(), actual];
  };

export const settleBatch =
  (how: "release" | "file" | "sent" | "cancel", by: number, which: number): Act =>
  async (model, world) => {
    const wanted = how === "release" || how === "cancel" ? "open" : "released";
    const [batch, place] = pickWhere(model.batches, which, ({ status }) => status === wanted) ?? [];
    const id = world.batches[place ?? 0];
    if (batch === undefined || id === undefined) return undefined;
    if (how === "release")
      return [
        ...(await both(world.ask(by, "ops.payouts.release", { id }), () => model.releaseBatch(by, batch))),
      ];
    const [actual] = await world.as(world.staff[by], `ops.payouts.${how}`, { id });
    if (how === "file") return [model.takeFile(batch), actual];
    return [how === "sent" ? model.send(batch) : model.cancelBatch(batch), actual];
  };

export const removeFromBatch =
  (which: number): Act =>
  async (model, world) => {
    const [withdrawal, place] =
      pickWhere(
        model.withdrawals,
        which,
        ({ batch, status }) => batch !== undefined && status === "requested",
      ) ?? [];
    const [batch, index] = withdrawal?.batch
      ? [withdrawal.batch, model.batches.indexOf(withdrawal.batch)]
      : (pick(model.batches, which) ?? []);
    if (withdrawal === undefined || batch === undefined) return undefined;
    const input = { id: world.batches[index ?? 0], reference: world.withdrawals[place ?? 0]?.reference };
    const [actual] = await world.as(world.staff[1], "ops.payouts.remove", input);
    return [model.removeFrom(batch, withdrawal), actual];
  };
