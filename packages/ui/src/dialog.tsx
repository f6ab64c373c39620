import { X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { AlertDialog } from './alert-dialog.tsx';
import { useBackCloses } from './back-closes.tsx';
import { Button, IconButton } from './button.tsx';
import { dialogCopy as copy, type Kept } from './dialog.copy.ts';
import { useOpenerGone } from './opener-gone.ts';
import { Backdrop, Body, DialogTitle, Sheet, SheetActions } from './sheet.tsx';

const Top = styled.div`
  display: flex;
  align-items: start;
  justify-content: space-between;
  gap: 16px;
  button {
    margin: -8px -8px 0 0;
  }
`;

const WIDE = { maxWidth: 1120 } as const;

/** The row of buttons at the foot of a dialog. */
export const DialogActions = SheetActions;

/** What is lost or kept of an unsent form inside: a form says it by `data-unsaved`, as FormFrame does. */
function unsavedIn(element: HTMLElement | null): Kept | null {
  const found = element?.querySelector<HTMLElement>('[data-unsaved]')?.dataset.unsaved;
  return found === undefined ? null : found === 'proof' || found === 'draft' ? found : 'nothing';
}

/**
 * An open dialog: a sheet from below on phones. Focus stays inside and returns to where it was; Back, Esc and the cross
 * close it, and ask first where a form inside has not been sent.
 */
export function Dialog({
  title,
  onClose,
  dismissable = true,
  backCloses = true,
  wide = false,
  side = false,
  children,
}: {
  title: string;
  onClose: () => void;
  /** Whether a click beside it closes it; false for a form, whose input would be lost. */
  dismissable?: boolean;
  /** False for one that is in the address (`?id=`): Back leaves its address already. */
  backCloses?: boolean;
  /** For a record with a picture beside it, not for a form. */
  wide?: boolean;
  /** Along the edge of a desktop: for what is read beside the page. */
  side?: boolean;
  children: ReactNode;
}) {
  const [asked, setAsked] = useState<Kept | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const close = () => {
    const unsaved = unsavedIn(content.current);
    if (unsaved === null) onClose();
    else setAsked(unsaved);
  };
  useBackCloses(backCloses, close);
  useOpenerGone();
  return (
    <Backdrop
      $side={side}
      isOpen
      isDismissable={dismissable}
      onOpenChange={(open) => (open ? undefined : close())}
    >
      <Sheet ref={content} $side={side} style={wide ? WIDE : undefined}>
        <Body>
          <Top>
            <DialogTitle slot="title">{title}</DialogTitle>
            <IconButton label={copy.close} onClick={close}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </Top>
          {children}
        </Body>
        {asked ? (
          <AlertDialog
            title={copy.leaveTitle}
            confirmLabel={copy.leave}
            cancelLabel={copy.stay}
            onConfirm={() => {
              setAsked(null);
              onClose();
            }}
            onCancel={() => setAsked(null)}
          >
            {copy.kept[asked]}
          </AlertDialog>
        ) : null}
      </Sheet>
    </Backdrop>
  );
}

/** The end of a dialog that only shows something. */
export function DialogClose({ onClose }: { onClose: () => void }) {
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onClose}>
        {copy.close}
      </Button>
    </DialogActions>
  );
}
