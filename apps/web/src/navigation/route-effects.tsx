import { useMatches, useRouter } from "@tanstack/react-router";
import { siteDescription } from "@wattle/contracts/brand";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useBrand } from "../brand/brand.tsx";
import { forgetWantedPath } from "../session/wanted-path.ts";
import { useStore } from "../store.ts";
import { menuOpen } from "../shell/menu-store.ts";
import { isAnotherPage } from "./another-page.ts";
import { focusHeading } from "./focus-heading.ts";
import { announcedTitle, pageDescription, pageTitle } from "./page-title.ts";
import { stillness } from "./scrolling.ts";

const FADE_MILLISECONDS = 140;
const SIGN_IN_PATHS = ["/login", "/teamaccess/login", "/register", "/forgot-password", "/reset-password"];

/** The document's meta description; the dashboard's shells come without one. */
function metaDescription(): HTMLMetaElement {
  const known = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (known !== null) return known;
  const made = document.createElement("meta");
  made.name = "description";
  document.head.append(made);
  return made;
}

/**
 * The specification's rules for every navigation: the menu closes, title and description are recorded, the page's
 * background is set and the page fades in; the heading takes the focus and the title is announced. A navigation within
 * the page (a list's next page) leaves the focus in place. How the window scrolls is the router's, in `scrolling.ts`.
 * @param page the element that holds the routes' pages
 */
export function RouteEffects({ page }: { readonly page: RefObject<HTMLElement | null> }) {
  const router = useRouter();
  const brand = useBrand();
  const title = useMatches({ select: (matches) => pageTitle(matches, brand.name) });
  const description = useMatches({ select: (matches) => pageDescription(matches, siteDescription(brand)) });
  const background = useMatches({
    select: (matches) =>
      matches.findLast((match) => match.staticData.background !== undefined)?.staticData.background ??
      "canvas",
  });
  const announced = useStore(announcedTitle, "");
  const titleNow = useRef(title);

  useLayoutEffect(() => {
    titleNow.current = title;
    document.title = title;
  }, [title]);

  useLayoutEffect(() => {
    metaDescription().content = description;
  }, [description]);

  useLayoutEffect(() => {
    document.documentElement.dataset["background"] = background;
  }, [background]);

  useEffect(() => {
    return router.subscribe("onRendered", ({ fromLocation, toLocation }) => {
      if (fromLocation === undefined) return;
      menuOpen.set(false);
      if (!isAnotherPage(fromLocation, toLocation)) return;
      if (!SIGN_IN_PATHS.includes(toLocation.pathname) && !toLocation.pathname.startsWith("/register")) {
        forgetWantedPath();
      }
      const element = page.current;
      if (element === null) return;
      if (!stillness()) element.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MILLISECONDS });
      focusHeading(element);
      announcedTitle.set(titleNow.current);
    });
  }, [router, page]);

  return (
    <p className="visually-hidden" aria-live="polite">
      {announced}
    </p>
  );
}
