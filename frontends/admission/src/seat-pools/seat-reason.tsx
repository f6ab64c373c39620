import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import type { ComponentProps } from 'react';
import { REASON_LEAST, REASON_MOST, reasonOf } from './reason-text.ts';

interface Words {
  readonly reason: string;
  readonly reasonHint: string;
  readonly reasonWanted: string;
  readonly pending: string;
}

/** Asks for the reason of a decision about seats, as its call takes it. */
export const SeatReason = ({
  copy,
  onSend,
  ...dialog
}: { readonly copy: Words } & Omit<
  ComponentProps<typeof ReasonDialog>,
  'label' | 'hint' | 'required' | 'minLength' | 'maxLength' | 'pendingLabel'
>) => (
  <ReasonDialog
    {...dialog}
    label={copy.reason}
    hint={copy.reasonHint}
    required={copy.reasonWanted}
    minLength={REASON_LEAST}
    maxLength={REASON_MOST}
    pendingLabel={copy.pending}
    onSend={(typed) => onSend(reasonOf(typed))}
  />
);
