import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface DangerDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Names the act on its button: 'Yes, cancel it'. */
  readonly act: string;
  /** The act runs. */
  readonly acting: boolean;
  readonly onAct: () => void;
  /** Called by 'Keep it', the close icon, Escape and a click outside. */
  readonly onKeep: () => void;
  /** What the act means. */
  readonly children: ReactNode;
}

/** Asks before something that cannot be undone; the focus starts on leaving things as they are. */
export function DangerDialog({ open, title, act, acting, onAct, onKeep, children }: DangerDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onKeep}
      actions={
        <>
          <Button kind="quiet" data-autofocus onClick={onKeep}>
            Keep it
          </Button>
          <Button kind="danger" loading={acting} onClick={onAct}>
            {act}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
