import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface DangerDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Names the act on its button: 'Cancel deposit'. */
  readonly act: string;
  /** Names the other button: 'Keep deposit'. */
  readonly keep: string;
  /** The act runs. */
  readonly acting: boolean;
  readonly onAct: () => void;
  /** Called by the other button, the close icon, Escape and a click outside. */
  readonly onKeep: () => void;
  /** Meaning of the act. */
  readonly children: ReactNode;
}

/** Asks before something that cannot be undone; the focus starts on leaving things as they are. */
export function DangerDialog({ open, title, act, keep, acting, onAct, onKeep, children }: DangerDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onKeep}
      actions={
        <>
          <Button kind="quiet" data-autofocus onClick={onKeep}>
            {keep}
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
