import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** The search of a page that a mailed link leads to. */
export const linkSearch = (search: Record<string, unknown>): { token?: string } =>
  typeof search["token"] === "string" && search["token"] !== "" ? { token: search["token"] } : {};

/**
 * The token of the mailed link that led here. It is a key to the account: only memory keeps it, not the address bar, the history
 * or a screenshot.
 */
export function useLinkToken(token = ""): string {
  const navigate = useNavigate();
  const [kept, setKept] = useState(token);
  if (token !== "" && token !== kept) setKept(token);
  useEffect(() => {
    if (token !== "") void navigate({ to: ".", search: {}, replace: true, resetScroll: false });
  }, [token, navigate]);
  return kept;
}
