import './aria-strings.tsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { styled } from 'styled-components';
import { IconButton } from './button.tsx';

export const Backdrop = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: 50;
  display: grid;
  place-items: end center;
  background: rgb(15 19 17 / 55%);
  transition: opacity 200ms;
  &[data-entering],
  &[data-exiting] {
    opacity: 0;
  }
  @media (min-width: 640px) {
    place-items: center;
    padding: 24px;
  }
`;

export const Sheet = styled(Modal)`
  width: 100%;
  max-width: 560px;
  max-height: min(92dvh, 900px);
  overflow: auto;
  border-radius: 20px 20px 0 0;
  background: var(--bg-surface);
  color: var(--text-primary);
  box-shadow: 0 24px 64px rgb(0 0 0 / 30%);
  @media (min-width: 640px) {
    border-radius: 20px;
  }
`;

export const Body = styled(AriaDialog)`
  display: grid;
  gap: 20px;
  padding: 20px 16px 24px;
  outline: none;
  @media (min-width: 640px) {
    padding: 24px;
  }
`;

export const DialogTitle = styled(Heading)`
  font-size: 1.25rem;
  line-height: 1.4;
`;

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
export const DialogActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 12px;
  @media (max-width: 639.98px) {
    flex-direction: column-reverse;
  }
`;

/** An open dialog: a sheet from below on phones. Focus stays inside and returns to where it was; Esc and the cross close it. */
export function Dialog({
  title,
  onClose,
  dismissable = true,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  /** Whether a click beside it closes it; false for a form, whose input would be lost. */
  dismissable?: boolean;
  /** For a record with a picture beside it, not for a form. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <Backdrop isOpen isDismissable={dismissable} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Sheet style={wide ? WIDE : undefined}>
        <Body>
          <Top>
            <DialogTitle slot="title">{title}</DialogTitle>
            <IconButton label="Tutup" onClick={onClose}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </Top>
          {children}
        </Body>
      </Sheet>
    </Backdrop>
  );
}
