/**
 * Takes events that are sent, and prints each one once. A request that was not signed with the webhook's secret is
 * refused.
 *
 *   npm install standardwebhooks
 *   WEBHOOK_SECRET=whsec_… node webhook.mjs      listens on http://localhost:8080
 *
 * Webhooks are added in the dashboard, or by `POST /api/webhooks`: only that answer has the secret.
 */
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? "");
/** Keep these in a database, in the transaction that does the work. */
const done = new Set();

/** The status that an event is answered with. */
function take(body, headers) {
  let event;
  try {
    // The signature is over the bytes that came: verify first, and read them afterwards.
    event = webhook.verify(body, headers);
  } catch {
    return 400;
  }
  // The same event may be sent again: its id stays the same.
  if (!done.has(event.id)) console.log(`${event.type} ${event.id}`);
  done.add(event.id);
  return 204;
}

const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  // Anything but 2xx is sent again later; so answer first, and do what takes long afterwards.
  response.writeHead(take(Buffer.concat(pieces), request.headers)).end();
});
server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
