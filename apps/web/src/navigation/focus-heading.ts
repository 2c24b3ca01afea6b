let watched: MutationObserver | undefined;

/**
 * Puts the focus on a page's heading. A page whose data comes later may draw another heading then: the focus follows to it, unless
 * someone has moved it.
 * @param page the element that holds the routes' pages
 */
export function focusHeading(page: HTMLElement): void {
  watched?.disconnect();
  const heading = page.querySelector<HTMLElement>("h1");
  const focused = heading ?? page;
  focused.tabIndex = -1;
  focused.focus({ preventScroll: true });
  watched = new MutationObserver((_, observer) => {
    const next = page.querySelector("h1");
    // Between two headings there may be none.
    if (next === null || next === heading) return;
    observer.disconnect();
    if (document.activeElement === document.body || document.activeElement === page) focusHeading(page);
  });
  watched.observe(page, { childList: true, subtree: true });
}
