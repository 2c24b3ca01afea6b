import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FailedDelivery, UnsentMail } from "@wattle/contracts/outbox";
import type { CreatedWebhook } from "@wattle/contracts/webhooks";
import { claimMail, listMail, settleMail } from "@wattle/db/outbox";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetMails } from "../../mail/forget-mails.ts";
import { verifyEmailMail } from "../../mail/mails.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { runOps } from "../../testing/run-ops.ts";
import { createWebhookSender } from "../../webhooks/send-webhooks.ts";

const DAY = 86_400_000;

interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly total: number };
}

describe.each(DIALECTS)("what could not be sent, on %s", (dialect) => {
  let app: TestApp;
  let support: TestClient;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client({ returns: true });
    await customer.login("customer@demo.test");
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.set(Date.now());
    support = app.client();
    await support.login("support@demo.test");
    await app.services.database.write(async (tx) => {
      await tx.deleteFrom("outbox").execute();
      await tx.deleteFrom("webhook_deliveries").execute();
      await tx.deleteFrom("webhook_endpoints").execute();
    });
  });

  /** The last act on a subject. */
  const actOn = async (subject: string) =>
    (
      await query<Page<{ action: string; subject: string; details: unknown }>>(support, "ops.audit.list", {
        subject,
      })
    ).data.data[0];

  describe("mails", () => {
    const mails = async () => (await query<Page<UnsentMail>>(support, "ops.outbox.mails", {})).data;
    const sendAgain = (id: string) => mutate<UnsentMail>(support, "ops.outbox.sendMail", { id });
    /** A mail whose try ended in one way. */
    const tried = async (to: string, kind: "failed" | "retry"): Promise<string> => {
      const { services } = app;
      await services.database.write((tx) =>
        queueMail(tx, services, {
          to,
          mail: verifyEmailMail("Mary", "https://wattle.example/?token=secret"),
        }),
      );
      const now = BigInt(services.clock.now());
      const [mail] = await listMail(services.database.read, 1);
      const id = mail?.id ?? "";
      await services.database.write(async (tx) => {
        await claimMail(tx, id, { now, retryAt: now + 120_000n });
        const at = kind === "retry" ? now + 5_000n : now;
        await settleMail(tx, id, { kind, at, error: "EENVELOPE 550" });
      });
      app.clock.advance(1000);
      return id;
    };
    const rowOf = async (id: string) =>
      (await listMail(app.services.database.read, 10)).find((mail) => mail.id === id);

    test("newest first, with what went wrong and whether they can be sent again, and nothing of what they say", async () => {
      const [old, retried] = [
        await tried("old@mail.example", "failed"),
        await tried("b@mail.example", "retry"),
      ];
      const { data, meta } = await mails();
      expect(meta.total).toBe(2);
      expect(data).toEqual([
        expect.objectContaining({ id: retried, failed_at: null, may_resend: false, attempts: 1 }),
        expect.objectContaining({
          id: old,
          recipient: "old@mail.example",
          subject: "Confirm your email",
          error: "EENVELOPE 550",
          next_attempt_at: null,
          may_resend: true,
        }),
      ]);
      expect(data[0]?.next_attempt_at).not.toBeNull();
      expect(JSON.stringify(data)).not.toContain("secret");
    });

    test("those that wait, the next to be tried first, piece by piece", async () => {
      const given = await tried("old@mail.example", "failed");
      const retried = await tried("b@mail.example", "retry");
      const { services } = app;
      await services.database.write((tx) =>
        queueMail(tx, services, {
          to: "new@mail.example",
          mail: verifyEmailMail("Mary", "https://x.example"),
        }),
      );
      const piece = async (after?: string) =>
        (
          await query<{ data: UnsentMail[]; next: string | null }>(support, "ops.outbox.waitingMails", {
            limit: 1,
            ...(after !== undefined && { after }),
          })
        ).data;
      const first = await piece();
      const second = await piece(first.next ?? "");
      expect([...first.data, ...second.data]).toEqual([
        expect.objectContaining({ recipient: "new@mail.example", attempts: 0, error: "", may_resend: false }),
        expect.objectContaining({ id: retried, attempts: 1, error: "EENVELOPE 550", failed_at: null }),
      ]);
      expect(second.next).toBeNull();
      expect(JSON.stringify([first, second])).not.toContain(given);
    });

    test("one that was given up is due at once, leaves the list, and the log has who did it", async () => {
      const id = await tried("old@mail.example", "failed");
      expect((await sendAgain(id)).data).toMatchObject({ id, failed_at: null, may_resend: false });
      expect(await rowOf(id)).toMatchObject({
        next_attempt_at: BigInt(app.clock.now()),
        attempts: 0n,
        failed_at: null,
        last_error: null,
      });
      expect((await mails()).data).toEqual([]);
      expect(await actOn(id)).toMatchObject({
        action: "mail.sent_again",
        subject: id,
        details: { to: "old@mail.example", failed: "EENVELOPE 550" },
      });
    });

    test("of two who send one again at once, one does, and the other reads that it was done", async () => {
      const id = await tried("old@mail.example", "failed");
      const other = app.client();
      await other.login("operator@demo.test");
      const answers = await Promise.all([sendAgain(id), mutate(other, "ops.outbox.sendMail", { id })]);
      expect(answers.map(({ code }) => code)).toEqual(expect.arrayContaining([undefined, "state_conflict"]));
    });

    test("one that is tried by itself, that was sent, or that is none, is not sent again", async () => {
      expect((await sendAgain(await tried("b@mail.example", "retry"))).code).toBe("state_conflict");
      expect((await sendAgain("none")).code).toBe("not_found");
      const id = await tried("c@mail.example", "retry");
      await app.services.database.write((tx) =>
        settleMail(tx, id, { kind: "sent", at: BigInt(app.clock.now()), keepBody: true }),
      );
      expect((await sendAgain(id)).code).toBe("state_conflict");
      expect(await actOn(id)).toBeUndefined();
    });

    test("their texts are kept for 30 days, and without one none is sent", async () => {
      const id = await tried("old@mail.example", "failed");
      app.clock.advance(30 * DAY - 2_000);
      await forgetMails(app.services);
      expect((await rowOf(id))?.body_text).not.toBe("");
      app.clock.advance(2_000);
      await forgetMails(app.services);
      expect(await rowOf(id)).toMatchObject({ body_text: "", body_html: "" });
      await support.login("support@demo.test");
      expect((await mails()).data).toMatchObject([{ id, may_resend: false }]);
      expect((await sendAgain(id)).code).toBe("state_conflict");
    });

    test("the command line lists them and sends one again", async () => {
      const id = await tried("old@mail.example", "failed");
      const listed = await runOps(app, ["outbox", "mails"]);
      expect([listed.code, listed.error]).toEqual([0, ""]);
      expect(listed.out).toContain("EENVELOPE 550");
      expect((await runOps(app, ["outbox", "send-mail", id])).code).toBe(0);
      expect((await runOps(app, ["outbox", "mails"])).out).toContain("no failed mails");
    });
  });

  describe("events", () => {
    const list = async () => (await query<Page<FailedDelivery>>(support, "ops.outbox.webhooks", {})).data;
    const sendAgain = (webhook: string, delivery: string) =>
      mutate(support, "ops.outbox.sendWebhook", { webhook, delivery });
    /** An endpoint that is sent a test, which a server answers with a status. */
    const sentTo = async (
      status: () => number,
      work: (made: CreatedWebhook, send: () => Promise<void>) => Promise<void>,
    ) => {
      const server = createServer((request, response) => {
        request.resume();
        response.writeHead(status()).end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      try {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/very-secret`;
        const made = await customer.post<{ data: CreatedWebhook }>("/api/webhooks", { url, events: ["*"] });
        expect(made.status, made.text).toBe(201);
        const { id } = made.body.data;
        expect((await customer.post(`/api/webhooks/${id}/test`, {})).status).toBeLessThan(300);
        await work(made.body.data, async () => (await createWebhookSender(app.services).sendDue())());
      } finally {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    };

    test("one that was not taken is listed with whose it is, and sent again at once; one that waits for its first try is not", async () => {
      let answer = 500;
      await sentTo(
        () => answer,
        async ({ id: webhook, url }, send) => {
          expect((await list()).data).toEqual([]);
          await send();
          const { data, meta } = await list();
          expect(meta.total).toBe(1);
          expect(data).toMatchObject([
            {
              webhook,
              host: new URL(url).host,
              type: "webhook.test",
              customer: { email: "customer@demo.test" },
              attempts: 1,
              last_status: 500,
              last_error: null,
              disabled_because: null,
            },
          ]);
          expect(data[0]?.next_attempt_at).not.toBeNull();
          expect(JSON.stringify(data)).not.toContain("very-secret");
          answer = 204;
          const delivery = data[0]?.delivery ?? "";
          expect((await sendAgain(webhook, delivery)).data).toEqual({ webhook, delivery });
          expect(await actOn(delivery)).toMatchObject({
            action: "webhook.sent_again",
            subject: delivery,
            details: { webhook },
          });
          await send();
          expect((await list()).data).toEqual([]);
          expect((await sendAgain(webhook, delivery)).code).toBe("state_conflict");
        },
      );
    });

    test("one of an endpoint that is off says why, and is not sent again before its owner turns it on", async () => {
      await sentTo(
        () => 410,
        async ({ id: webhook }, send) => {
          await send();
          const [found] = (await list()).data;
          expect(found).toMatchObject({ disabled_because: "gone", next_attempt_at: null, last_status: 410 });
          const delivery = found?.delivery ?? "";
          expect((await sendAgain(webhook, delivery)).code).toBe("state_conflict");
          expect((await mutate(customer, "webhooks.enable", { id: webhook })).status).toBe(200);
          expect((await sendAgain(webhook, delivery)).status).toBe(200);
        },
      );
    });

    test("what there is none of is not sent", async () => {
      await sentTo(
        () => 500,
        async ({ id: webhook }, send) => {
          await send();
          const delivery = (await list()).data[0]?.delivery ?? "";
          expect((await sendAgain("none", delivery)).code).toBe("not_found");
          expect((await sendAgain(webhook, "none")).code).toBe("not_found");
          const shown = await runOps(app, ["outbox", "webhooks"]);
          expect([shown.code, shown.error]).toEqual([0, ""]);
          expect(shown.out).toContain("customer@demo.test");
          expect((await runOps(app, ["outbox", "send-webhook", webhook, delivery])).code).toBe(0);
        },
      );
    });
  });

  test("only support and admins send again, and customers see nothing", async () => {
    const finance = app.client();
    await finance.login("finance@demo.test");
    expect((await query(finance, "ops.outbox.mails", {})).status).toBe(200);
    expect((await mutate(finance, "ops.outbox.sendMail", { id: "x" })).code).toBe("forbidden");
    expect((await mutate(finance, "ops.outbox.sendWebhook", { webhook: "x", delivery: "y" })).code).toBe(
      "forbidden",
    );
    expect((await query(customer, "ops.outbox.mails", {})).code).toBe("forbidden");
  });
});
