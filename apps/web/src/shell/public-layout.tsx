import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./public-layout.module.css";

/** Header, page and footer of the public site and the account pages. */
export function PublicLayout({ children }: { readonly children: ReactNode }) {
  const onHero = useMatches({
    select: (matches) =>
      matches.findLast((match) => match.staticData.background !== undefined)?.staticData.background ===
      "hero",
  });
  return (
    <div className={styles["layout"]}>
      <Header onHero={onHero} />
      <main id="main" className={styles["main"]}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
