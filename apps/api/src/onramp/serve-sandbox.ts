import { SETTLED_ONRAMP_STATUSES } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import { findOnrampCheckout } from "@wattle/db/onramp";
import type { OnrampOrderRow } from "@wattle/db/tables";
import type { FastifyInstance } from "fastify";
import { amountText } from "../amount-text.ts";
import type { Services } from "../services.ts";
import { sandboxPage } from "./sandbox-page.ts";
import { isScene, SCENES, type Step } from "../onramp-providers/sandbox-scenes.ts";
import {
  checkoutHash,
  SIGNATURE_HEADER,
  signSandboxBody,
  type SandboxEvent,
} from "../onramp-providers/sandbox.ts";

/** A path of ours to go back to; anything else is the front page. */
function returnPath(text: string | undefined): string {
  return text !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes("\\") ? text : "/";
}

/** One step of a scene as the webhook that reports it. */
function eventOf(order: OnrampOrderRow, id: string, step: Step): SandboxEvent {
  return {
    id,
    order_id: order.id,
    sandbox_order_id: `sandbox-${order.id}`,
    status: step === "same" ? "pending" : step,
    fiat: { amount: amountText(order.fiat_amount, order.fiat_currency), currency: order.fiat_currency },
    crypto: {
      amount: amountText(order.quoted_amount ?? 0n, order.crypto_currency),
      currency: order.crypto_currency,
    },
  };
}

/**
 * The sandbox's side: its checkout page at `/onramp/sandbox/{token}`, whose buttons send the webhooks that a provider would,
 * signed, to the same address. The token in the address is the secret that opens the order.
 */
export async function serveSandbox(
  app: FastifyInstance,
  services: Pick<Services, "config" | "database" | "clock" | "ids" | "onramp">,
): Promise<void> {
  if (services.onramp.provider?.name !== "sandbox") return;
  const { clock, config, database, ids, onramp } = services;

  async function orderOf(token: string): Promise<OnrampOrderRow> {
    const order = await findOnrampCheckout(database.read, checkoutHash(token));
    if (order === undefined) throw new DomainError("not_found");
    return order;
  }

  async function send(event: SandboxEvent): Promise<void> {
    const body = JSON.stringify(event);
    const { statusCode } = await app.inject({
      method: "POST",
      url: "/onramp/webhooks/sandbox",
      headers: {
        "content-type": "application/json",
        [SIGNATURE_HEADER]: signSandboxBody(onramp.sandboxKey, body, clock.now()),
      },
      payload: body,
    });
    if (statusCode !== 200) throw new DomainError("service_unavailable");
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );

    scope.get("/onramp/sandbox/:token", async (request, reply) => {
      const { token } = request.params as { readonly token: string };
      const { return: back } = request.query as { readonly return?: string | string[] };
      const order = await orderOf(token);
      return reply
        .header("cache-control", "no-store")
        .header("referrer-policy", "no-referrer")
        .type("text/html; charset=utf-8")
        .send(sandboxPage(config.brand, order, returnPath([back].flat()[0])));
    });

    scope.post("/onramp/sandbox/:token", { config: { body: "other" } }, async (request, reply) => {
      const { token } = request.params as { readonly token: string };
      const { return: back } = request.query as { readonly return?: string | string[] };
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const name = form.get("scene");
      const order = await orderOf(token);
      if (!isScene(name)) throw DomainError.at("scene", "validation_failed");
      const afterwards = name === "refund";
      // A checkout is used once; what is left after it is the refund.
      if (afterwards ? order.status !== "completed" : SETTLED_ONRAMP_STATUSES.has(order.status)) {
        throw new DomainError("state_conflict");
      }
      let last: SandboxEvent | undefined;
      for (const step of SCENES[name].steps) {
        if (step !== "same" || last === undefined) last = eventOf(order, ids.uuid(), step);
        await send(last);
      }
      return reply.redirect(returnPath([back].flat()[0]), 303);
    });
  });
}
