/** Wraps a text as a browser's translation does: the text leaves the page, and two `font` elements take its place. */
function translateTexts(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const parent = text.parentElement;
    if (parent === null || parent.localName === "font" || parent.closest("[translate=no], option") !== null)
      continue;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    inner.append(text.data);
    text.replaceWith(outer);
  }
}

/**
 * Translates the page and whatever is added to it later, as a browser does.
 * @returns ends it
 */
export function translatePage(): () => void {
  translateTexts(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) translateTexts(node instanceof Text ? (node.parentNode ?? node) : node);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
