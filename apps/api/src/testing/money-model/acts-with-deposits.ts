import { aud, followed, pick, pickDeposit, pickWhere, type Act } from "./act.ts";
import { inLetters } from "./world.ts";

export const announce =
  (who: number, amount: bigint, method: string): Act =>
  async (model, world) => {
    const customer = model.customers[who];
    if (customer === undefined) return undefined;
    const [actual, made] = await world.as<{ id: string; reference: string }>(
      world.customers[who],
      "deposits.announce",
      {
        balance: { credit: aud(amount), credit_currency: "AUD" },
        transaction_type: "deposit",
        payment_method: method,
      },
    );
    if (actual === "done") world.deposits.push(made);
    return [model.announce(customer, amount), actual];
  };

const awaits = (status: string): boolean => status === "awaiting";

export const cancelDeposit =
  (which: number): Act =>
  async (model, world) => {
    const found = pickDeposit(model, world, which, awaits);
    if (found === undefined) return undefined;
    const owner = world.customers[model.customers.indexOf(found.deposit.of)];
    const [actual] = await world.as(owner, "history.cancel", { id: found.id });
    return [model.cancelDeposit(found.deposit), actual];
  };

export const expire =
  (which: number): Act =>
  async (model, world) => {
    const found = pickDeposit(model, world, which, awaits);
    if (found === undefined) return undefined;
    const [actual] = await world.as(world.staff[0], "ops.deposits.expire", { reference: found.reference });
    return [model.expire(found.deposit), actual];
  };

/** @param percent how much of what was planned has come */
export const confirm =
  (by: number, which: number, percent: bigint): Act =>
  async (model, world) => {
    const found = pickDeposit(model, world, which, (status) => status !== "completed");
    if (found === undefined) return undefined;
    const { deposit, reference } = found;
    const amount = ((deposit.planned ?? 0n) * percent) / 100n;
    const actual = await world.ask(by, "ops.deposits.confirm", { reference, amount: aud(amount) });
    return [model.confirm(by, deposit, amount), actual];
  };

export const returnDeposit =
  (which: number): Act =>
  async (model, world) => {
    const found = pickDeposit(model, world, which, (status) => status === "completed");
    if (found === undefined) return undefined;
    const input = { reference: found.reference, message: "Sent back." };
    const actual = await world.ask(1, "ops.deposits.return", input);
    return [model.returnDeposit(1, found.deposit), actual];
  };

// Lines of statements.

/** Reference in a line's text, and its amount if that is not free. */
export type Names = "deposit" | "withdrawal" | "nothing" | "fee";

export const importLine =
  (names: Names, which: number, amount: bigint, percent: bigint): Act =>
  async (model, world) => {
    const found = names === "deposit" ? pickDeposit(model, world, which, awaits) : undefined;
    const [paid] =
      (names === "withdrawal"
        ? pick(
            model.withdrawals.filter((each) => each.paid),
            which,
          )
        : undefined) ?? [];
    if ((names === "deposit" && found === undefined) || (names === "withdrawal" && paid === undefined))
      return undefined;
    const out = paid && world.withdrawals[model.withdrawals.indexOf(paid)];
    const planned = found === undefined ? undefined : ((found.deposit.planned ?? 0n) * percent) / 100n;
    const units = names === "fee" ? -777n : (paid?.amount ?? planned ?? amount);
    if (units === 0n) return undefined;
    const said = found?.reference ?? out?.reference ?? "FROM SOMEONE";
    const text = `NPP ${said} ${world.tag} ${inLetters(world.lines.length)}`;
    const day = new Date(world.api.clock.now()).toISOString().slice(0, 10);
    const content = `${day},${aud(units)},${text}`;
    const input = { deposit_account_id: "aud-bank-transfer", content };
    // One of those who use lines, or someone else.
    const by = which % 3 === 0 ? 0 : 3;
    const [actual, answer] = await world.as<{ imported: number }>(
      world.staff[by],
      "ops.bankLines.import",
      input,
    );
    const rows = await world.api.services.database.read
      .selectFrom("bank_lines")
      .select("id")
      .where("text", "=", text)
      .execute();
    for (const { id } of rows) world.lines.push({ id, content });
    const line = found !== undefined ? { deposit: found.deposit } : paid && { withdrawal: paid };
    return [
      model.importLine(units, line, by),
      actual === "done" && (answer.imported !== 1 || rows.length !== 1) ? "failed" : actual,
    ];
  };

/** The same file again adds nothing. */
export const importAgain =
  (which: number): Act =>
  async (_model, world) => {
    const [line] = pick(world.lines, which) ?? [];
    if (line === undefined) return undefined;
    const input = { deposit_account_id: "aud-bank-transfer", content: line.content };
    const [actual, answer] = await world.as<{ duplicates: number }>(
      world.staff[1],
      "ops.bankLines.import",
      input,
    );
    return ["done", actual === "done" && answer.duplicates !== 1 ? "failed" : actual];
  };

/** @param to whom staff say that it is for */
export const creditLine =
  (by: number, which: number, to: "proposal" | "deposit" | "customer", target: number): Act =>
  async (model, world) => {
    const [line, place] = pickWhere(model.lines, which, ({ status }) => status === "open") ?? [];
    if (line === undefined || place === undefined) return undefined;
    const input = { id: world.lines[place]?.id };
    if (to === "customer") {
      const [customer, whose] = pick(model.customers, target) ?? [];
      if (customer === undefined || whose === undefined) return undefined;
      const said = { ...input, customer: world.customers[whose] };
      return followed(model, world, await world.ask(by, "ops.bankLines.credit", said), () =>
        model.creditLine(by, line, { customer }),
      );
    }
    const found = to === "deposit" ? pickDeposit(model, world, target, () => true) : undefined;
    if (to === "deposit" && found === undefined) return undefined;
    const said = found === undefined ? input : { ...input, reference: found.reference };
    const actual = await world.ask(by, "ops.bankLines.credit", said);
    return [model.creditLine(by, line, found && { deposit: found.deposit }), actual];
  };

export const settleLine =
  (how: "return" | "ownMoney", which: number): Act =>
  async (model, world) => {
    const usable = how === "return" ? ["open", "credited"] : ["open"];
    const [line, place] = pickWhere(model.lines, which, ({ status }) => usable.includes(status)) ?? [];
    if (line === undefined || place === undefined) return undefined;
    const id = world.lines[place]?.id;
    const input = how === "return" ? { id, message: "Sent back." } : { id, internal_note: "Ours" };
    const actual = await world.ask(0, `ops.bankLines.${how}`, input);
    return [how === "return" ? model.returnLine(0, line) : model.ownMoney(0, line), actual];
  };
