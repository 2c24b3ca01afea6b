import { DomainError } from "@wattle/contracts/errors";
import { currencyCode, JsonNumber } from "@wattle/contracts/money";
import { parseRate } from "@wattle/exchange-core/rate";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { fieldErrors } from "../procedures.ts";
import type { Services } from "../services.ts";

const FACTOR = "Enter a factor like 0.1, above 0 and at most 1000";
const FACTOR_FORM = /^(?:1000|\d{1,3})(?:\.\d{1,6})?$/;

/** A JSON number arrives as its source text, so that no factor goes through a float. */
const factor = z
  .unknown()
  .transform((value) => (value instanceof JsonNumber ? value.source : String(value)))
  .refine((text) => FACTOR_FORM.test(text) && parseRate(text) !== undefined, FACTOR);

const input = z.object({ symbol: currencyCode, in: currencyCode, factor });

/**
 * `POST /dev/price {symbol, in, factor}`: from now on the simulated price of a pair is so many times what it would be, to
 * see what a broken price does. Only in a demo.
 */
export function servePrice(app: FastifyInstance, services: Pick<Services, "config" | "shockPrice">): void {
  app.post("/dev/price", (request) => {
    if (!services.config.DEMO || services.shockPrice === undefined) throw new DomainError("not_found");
    const wanted = input.safeParse(request.body);
    if (!wanted.success) throw new DomainError("validation_failed", { fields: fieldErrors(wanted.error) });
    const { symbol, in: currency } = wanted.data;
    const times = parseRate(wanted.data.factor);
    if (times === undefined) throw DomainError.at("factor", "validation_failed");
    services.shockPrice(symbol, currency, times);
    return { data: { symbol, in: currency, factor: wanted.data.factor } };
  });
}
