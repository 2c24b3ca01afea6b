import button from "../ui/button.module.css";
import { here, recoverOnce, reloadAt } from "./chunk-recovery.ts";
import { CAUSES, ChunkLoadError, DID_NOT_LOAD } from "../ui/load-chunk.ts";
import styles from "./route-failed.module.css";

function element(
  name: "h1" | "h2" | "p" | "section" | "div",
  className: string | undefined,
  text = "",
): HTMLElement {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  made.textContent = text;
  return made;
}

/**
 * Says that the product's own code did not come, what failed and why, and offers to try again; in the place of a shell,
 * over a prerendered page. Made without React, which is part of what is missing.
 * @param error why the start failed, a {@link ChunkLoadError} as a rule
 */
export function showStartFailure(root: HTMLElement, error: unknown): void {
  if (recoverOnce(error, here(), Date.now())) return;
  const chunk = error instanceof ChunkLoadError ? error : new ChunkLoadError("start", "error", String(error));
  if (root.firstElementChild?.hasAttribute("data-shell") === true) root.replaceChildren();
  const empty = root.firstElementChild === null;
  const again = document.createElement("button");
  again.type = "button";
  again.className = `${button["button"]} ${button["primary"]}`;
  again.textContent = "Try again";
  again.addEventListener("click", () => reloadAt.path(here()));
  const notice = element("section", styles["failed"]);
  notice.setAttribute("role", "alert");
  notice.append(
    element(empty ? "h1" : "h2", undefined, DID_NOT_LOAD),
    element("p", undefined, CAUSES[chunk.reason]),
    element("p", styles["detail"], chunk.message),
    again,
  );
  if (empty) {
    const ground = element("div", styles["ground"]);
    ground.append(notice);
    root.append(ground);
  } else {
    if (styles["over"] !== undefined) notice.classList.add(styles["over"]);
    document.body.append(notice);
  }
}
