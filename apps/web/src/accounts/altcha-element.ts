import "altcha/external";
import "altcha/altcha.css";
import Pbkdf2Worker from "altcha/workers/pbkdf2?worker";
import { callHeaders } from "../session/call-headers.ts";

// The bundle without inline workers and styles, which the content security policy would refuse.
globalThis.$altcha.algorithms.set("PBKDF2/SHA-256", () => new Pbkdf2Worker());
globalThis.$altcha.i18n.set("en", {
  ...globalThis.$altcha.i18n.get("en"),
  label: "I’m not a robot",
  verifying: "Running the robot check…",
  verified: "You’re not a robot",
  error: "The robot check didn’t load. Reload the page.",
});
// Its own requests have the headers of every call.
globalThis.$altcha.defaults.set({
  fetch: (address, options) => fetch(address, { ...options, headers: callHeaders(document.cookie) }),
});
