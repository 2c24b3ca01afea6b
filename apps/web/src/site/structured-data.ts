import type { Brand } from "@wattle/contracts/brand";
import { supportQuestions } from "./support-questions.tsx";

interface Site {
  readonly brand: Brand;
  /** The site's address, without a slash at its end. */
  readonly origin: string;
}

const CONTEXT = "https://schema.org";

/**
 * Facts for search engines about a page in addition to its text, as schema.org objects: nothing that the page does not
 * say itself. Home: who runs the site. Support: its questions and answers. Other pages: nothing.
 * @param path the page's address, `/support`
 */
export function structuredData(path: string, { brand, origin }: Site): readonly object[] {
  if (path === "/") {
    return [
      {
        "@context": CONTEXT,
        "@type": "Organization",
        name: brand.name,
        legalName: brand.legalEntity,
        url: `${origin}/`,
        logo: `${origin}/apple-touch-icon.png`,
        contactPoint: { "@type": "ContactPoint", contactType: "customer support", email: brand.supportEmail },
      },
      { "@context": CONTEXT, "@type": "WebSite", name: brand.name, url: `${origin}/`, inLanguage: "en-AU" },
    ];
  }
  if (path === "/support") {
    return [
      {
        "@context": CONTEXT,
        "@type": "FAQPage",
        mainEntity: supportQuestions(brand.times).map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    ];
  }
  return [];
}
