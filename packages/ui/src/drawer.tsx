import './aria-strings.tsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { styled } from 'styled-components';
import { useBackCloses } from './back-closes.tsx';
import { IconButton } from './button.tsx';

const Shade = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: 50;
  background: rgb(15 19 17 / 55%);
  transition: opacity 200ms;
  &[data-entering],
  &[data-exiting] {
    opacity: 0;
  }
`;

const Panel = styled(Modal)`
  width: min(288px, calc(100vw - 56px));
  height: 100dvh;
  background: var(--bg-surface);
  transition: transform 200ms;
  &[data-entering],
  &[data-exiting] {
    transform: translateX(-100%);
  }
`;

const Inside = styled(AriaDialog)`
  position: relative;
  height: 100%;
  outline: none;
`;

const Close = styled(IconButton)`
  position: absolute;
  inset-block-start: 10px;
  inset-inline-end: 8px;
`;

/** A panel that slides in from the side: the navigation on phones. Back closes it. */
export function Drawer({
  label,
  isOpen,
  onClose,
  children,
}: {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  useBackCloses(isOpen, onClose);
  return (
    <Shade isOpen={isOpen} isDismissable onOpenChange={(open) => (open ? undefined : onClose())}>
      <Panel>
        <Inside aria-label={label}>
          {children}
          <Close label="Tutup" onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </Close>
        </Inside>
      </Panel>
    </Shade>
  );
}
