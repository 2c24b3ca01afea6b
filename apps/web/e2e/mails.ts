import { expect, type Page } from "@playwright/test";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The link in the newest mail to an address, on the server under test. */
export async function mailedLink(page: Page, email: string, subject: string): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const { data } = (await (await page.request.get("/dev/mail.json")).json()) as { data: Mail[] };
    const mail = data.find((each) => each.to === email && each.subject === subject);
    return /https?:\/\/\S+token=\S+/.exec(mail?.text ?? "")?.[0];
  };
  await expect.poll(find).toBeDefined();
  const link = new URL((await find()) ?? "");
  return link.pathname + link.search;
}
