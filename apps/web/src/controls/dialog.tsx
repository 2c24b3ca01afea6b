import "./theme/mantine-styles.ts";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import {
  ModalBase,
  ModalBaseBody,
  ModalBaseCloseButton,
  ModalBaseContent,
  ModalBaseOverlay,
  ModalBaseTitle,
} from "@mantine/core";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Called by the close icon, Escape and a click outside the dialog. Without it only what is inside closes it. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  /**
   * The buttons, the safe one first. The focus starts on the close icon unless one of them, or anything in the
   * dialog, carries `data-autofocus`: never give it to an action that cannot be undone.
   */
  readonly actions?: ReactNode;
  /** `side` is at the page's edge and leaves the page to be read next to it, if there is room. */
  readonly place?: "middle" | "side";
}

/**
 * Gives the focus back once a dialog is closed, or taken out of the page while it is open, unless something outside took it in the
 * meantime. Mantine's own way, a moment later, would take it from the heading of a page that the dialog led to.
 */
function useFocusBack(open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    const before = document.activeElement;
    return () => {
      const now = document.activeElement;
      // In any dialog: of two that close together, each gives back what it had.
      const isFree = now === null || now === document.body || now.closest("[role=dialog]") !== null;
      if (isFree && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [open]);
}

/** Functions that close each open dialog, the one on top last. */
const closers: (() => void)[] = [];

function closeTop(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.isComposing) return;
  // A list of options that is open closes first: Mantine marks what opened it.
  const { target } = event;
  if (target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true") return;
  closers.at(-1)?.();
}

/**
 * Escape closes only the dialog on top. Mantine's own way closes all that are open, such as the drawer below a
 * question.
 */
function useEscape(open: boolean, onClose: (() => void) | undefined): void {
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (!open) return undefined;
    const closer = (): void => close();
    if (closers.length === 0) window.addEventListener("keydown", closeTop, { capture: true });
    closers.push(closer);
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      if (closers.length === 0) window.removeEventListener("keydown", closeTop, { capture: true });
    };
  }, [open]);
}

/**
 * A dialog over the page: it keeps the focus, gives it back on closing, and Escape closes it. Needs `MantineFrame`. It is
 * made of the parts of Mantine's `Modal`, which as a whole brings a scroll area and a library that places popovers: 13 kB on
 * every page of the dashboard, and not used here.
 */
export function Dialog({ open, title, onClose, children, actions, place = "middle" }: DialogProps) {
  const atSide = place === "side";
  useFocusBack(open);
  useEscape(open, onClose);
  return (
    <ModalBase
      opened={open}
      onClose={() => onClose?.()}
      closeOnClickOutside={onClose !== undefined}
      closeOnEscape={false}
      lockScroll={!atSide}
      returnFocus={false}
      trapFocus
      withinPortal
      zIndex={500}
      transitionProps={{ transition: "fade", duration: 120 }}
    >
      <ModalBaseOverlay backgroundOpacity={0.55} className={classNames(atSide && styles["sideOverlay"])} />
      <ModalBaseContent
        className={classNames(styles["content"], atSide && styles["side"])}
        innerProps={{ className: styles[atSide ? "sideInner" : "inner"] }}
        data-side-dialog={atSide || undefined}
      >
        {/* Not Mantine's own header: it would count as the page's banner. */}
        <div className={styles["header"]}>
          <ModalBaseTitle className={styles["title"]}>{title}</ModalBaseTitle>
          {onClose !== undefined && (
            <ModalBaseCloseButton
              aria-label="Close"
              className={styles["close"]}
              size="2.75rem"
              iconSize="1.25rem"
            />
          )}
        </div>
        <ModalBaseBody className={styles["body"]}>
          {children}
          {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
        </ModalBaseBody>
      </ModalBaseContent>
    </ModalBase>
  );
}
