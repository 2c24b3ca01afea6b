/** A setting that stops the start. The message has one line for each wrong variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
