/** The cookies of one client, by name. Paths and domains are not looked at: tests talk to one origin. */
export class CookieJar {
  readonly #values = new Map<string, string>();

  /** Takes one `Set-Cookie` header; an empty value or `Max-Age=0` removes the cookie. */
  keep(setCookie: string): void {
    const [pair = "", ...attributes] = setCookie.split(";").map((part) => part.trim());
    const separator = pair.indexOf("=");
    const [name, value] = [pair.slice(0, separator), pair.slice(separator + 1)];
    const removed = attributes.some((attribute) => attribute.toLowerCase() === "max-age=0");
    if (removed || value === "") this.#values.delete(name);
    else this.#values.set(name, value);
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  set(name: string, value: string): void {
    this.#values.set(name, value);
  }

  delete(name: string): void {
    this.#values.delete(name);
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** The `Cookie` header; empty if there is none. */
  get header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}
