import type { ReactNode } from 'react';
import { useBackCloses } from './back-closes.tsx';
import { Button } from './button.tsx';
import { useOpenerGone } from './opener-gone.ts';
import { Backdrop, Body, DialogTitle, Sheet, SheetActions } from './sheet.tsx';

/** Asks before an action that cannot be undone; the focus begins on the button that cancels, which Back presses too. */
export function AlertDialog({
  title,
  children,
  confirmLabel,
  pendingLabel,
  cancelLabel = 'Batal',
  backCloses = true,
  pending = false,
  destructive = true,
  onConfirm,
  onCancel,
}: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  pendingLabel?: string;
  cancelLabel?: string;
  /** False where something else decides on Back, such as the guard of a page. */
  backCloses?: boolean;
  pending?: boolean;
  destructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const cancel = () => (pending ? undefined : onCancel());
  useBackCloses(backCloses, cancel);
  useOpenerGone();
  return (
    <Backdrop
      isOpen
      isKeyboardDismissDisabled={pending}
      onOpenChange={(open) => (open ? undefined : cancel())}
    >
      <Sheet>
        <Body role="alertdialog">
          <DialogTitle slot="title">{title}</DialogTitle>
          <div>{children}</div>
          <SheetActions>
            <Button variant="secondary" autoFocus onClick={cancel}>
              {cancelLabel}
            </Button>
            <Button
              variant={destructive ? 'danger' : 'primary'}
              pending={pending}
              pendingLabel={pendingLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </SheetActions>
        </Body>
      </Sheet>
    </Backdrop>
  );
}
