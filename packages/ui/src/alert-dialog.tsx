import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Backdrop, Body, DialogActions, DialogTitle, Sheet } from './dialog.tsx';

/** Asks before an action that cannot be undone; the focus begins on 'Batal'. */
export function AlertDialog({
  title,
  children,
  confirmLabel,
  pendingLabel,
  pending = false,
  destructive = true,
  onConfirm,
  onCancel,
}: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  pendingLabel?: string;
  pending?: boolean;
  destructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Backdrop
      isOpen
      isKeyboardDismissDisabled={pending}
      onOpenChange={(open) => (open ? undefined : onCancel())}
    >
      <Sheet>
        <Body role="alertdialog">
          <DialogTitle slot="title">{title}</DialogTitle>
          <div>{children}</div>
          <DialogActions>
            <Button variant="secondary" autoFocus onClick={pending ? undefined : onCancel}>
              Batal
            </Button>
            <Button
              variant={destructive ? 'danger' : 'primary'}
              pending={pending}
              pendingLabel={pendingLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </DialogActions>
        </Body>
      </Sheet>
    </Backdrop>
  );
}
