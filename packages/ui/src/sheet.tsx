import './aria-strings.tsx';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { styled } from 'styled-components';

/** What is read beside the page (`$side`): along the edge of a desktop, from below on phones. */
export const Backdrop = styled(ModalOverlay)<{ $side?: boolean }>`
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
    place-items: ${({ $side }) => ($side ? 'stretch end' : 'center')};
    padding: ${({ $side }) => ($side ? 0 : 24)}px;
  }
`;

export const Sheet = styled(Modal)<{ $side?: boolean }>`
  width: 100%;
  max-width: 560px;
  max-height: min(92dvh, 900px);
  overflow: auto;
  /* What has the focus is whole, with the room around it. */
  scroll-padding-block: 24px;
  border-radius: 20px 20px 0 0;
  background: var(--bg-surface);
  color: var(--text-primary);
  box-shadow: 0 24px 64px rgb(0 0 0 / 30%);
  @media (min-width: 640px) {
    border-radius: 20px;
    ${({ $side }) => ($side ? 'max-width: 440px; max-height: none; height: 100dvh; border-radius: 20px 0 0 20px;' : '')}
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

/** The row of buttons at the foot of a dialog. */
export const SheetActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 12px;
  @media (max-width: 639.98px) {
    flex-direction: column-reverse;
  }
`;
