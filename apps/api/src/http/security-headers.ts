import type { Config } from "../config.ts";

/** Origins of reCAPTCHA's own scripts and frames; allowed only if it is the captcha. */
const RECAPTCHA = "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/";

const contentSecurityPolicy = (captcha: Config["CAPTCHA_PROVIDER"]): string =>
  [
    "default-src 'self'",
    `script-src 'self'${captcha === "recaptcha" ? ` ${RECAPTCHA}` : ""}`,
    ...(captcha === "recaptcha" ? [`frame-src 'self' ${RECAPTCHA}`] : []),
    // Mantine writes style elements and attributes; scripts are never inline.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");

/** Features that no page of ours uses, so that no injected script could. */
const PERMISSIONS_POLICY = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** Two years, as browsers' preload lists ask for. */
const STRICT_TRANSPORT_SECURITY = "max-age=63072000; includeSubDomains";

/** Security headers of every answer. They are the same for all, so they are built once. */
export function securityHeaders(config: Config): Readonly<Record<string, string>> {
  return {
    "content-security-policy": contentSecurityPolicy(config.CAPTCHA_PROVIDER),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": PERMISSIONS_POLICY,
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(config.APP_ORIGIN.startsWith("https:") && {
      "strict-transport-security": STRICT_TRANSPORT_SECURITY,
    }),
  };
}
