/**
 * Tells once, when an element comes near the window.
 * @returns what forgets it
 */
export function whenSeen(element: HTMLElement, seen: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      seen();
    },
    { rootMargin: "100px" },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
