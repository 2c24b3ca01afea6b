import "./theme/mantine-styles.ts";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./dialog.module.css";

interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Called by the close icon, Escape and a click outside the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /**
   * The buttons, the safe one first. The focus starts on the close icon unless one of them, or anything in the
   * dialog, carries `data-autofocus`: never give it to an action that cannot be undone.
   */
  readonly actions?: ReactNode;
}

/** A dialog over the page: it keeps the focus, gives it back on closing, and Escape closes it. Needs `MantineFrame`. */
export function Dialog({ open, title, onClose, children, actions }: DialogProps) {
  return (
    <Modal.Root
      opened={open}
      onClose={onClose}
      centered
      size="28rem"
      zIndex={500}
      radius="md"
      transitionProps={{ transition: "fade", duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={0.55} />
      <Modal.Content classNames={{ content: styles["content"] ?? "" }}>
        {/* Not Mantine's own header: it would count as the page's banner. */}
        <div className={styles["header"]}>
          <Modal.Title className={styles["title"] ?? ""}>{title}</Modal.Title>
          <Modal.CloseButton
            aria-label="Close"
            className={styles["close"] ?? ""}
            size="2.75rem"
            iconSize="1.25rem"
          />
        </div>
        <Modal.Body className={styles["body"] ?? ""}>
          {children}
          {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
