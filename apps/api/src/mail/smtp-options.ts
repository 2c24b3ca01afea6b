import { isLoopback } from "../loopback.ts";

/**
 * How to connect to a mail server. Mail carries links that are as good as passwords, so `smtp://` goes on only once the
 * server has agreed to TLS (STARTTLS), unless the url ends in `?tls=optional` or the server is this machine;
 * `?tls=required` wants it there too. `smtps://` speaks TLS from the start. With TLS the certificate is always checked.
 * @param url `smtp://…` or `smtps://…`, as the setting MAIL_URL takes it
 */
export function smtpOptions(url: string): { readonly url: string; readonly requireTLS: boolean } {
  const address = new URL(url);
  const tls = address.searchParams.get("tls");
  // The mail library would take any option of its own from here, one that trusts every certificate among them.
  address.search = "";
  const isExempt = tls === "optional" || (tls === null && isLoopback(address.hostname));
  return { url: address.href, requireTLS: !isExempt };
}
