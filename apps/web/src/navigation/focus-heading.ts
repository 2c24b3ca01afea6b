let watched: MutationObserver | undefined;

/**
 * Puts the focus on a page's heading. A page whose data comes later may draw another heading then: the focus follows to it, unless
 * someone has moved it.
 * @param page the element that holds the routes' pages
 */
export function focusHeading(page: HTMLElement): void {
  watched?.disconnect();
  const heading = page.querySelector<HTMLElement>("h1") ?? page;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  watched = new MutationObserver((_, observer) => {
    if (heading.isConnected) return;
    observer.disconnect();
    if (document.activeElement === document.body) focusHeading(page);
  });
  watched.observe(page, { childList: true, subtree: true });
}
