import type { ErasureRequest } from '@gerbang/contracts/admission.types';
import { ERASURE_LABELS, type ErasureStatus } from '@gerbang/domain/erasure-requests';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';

const TONES: Readonly<Record<'family' | 'staff', Readonly<Record<ErasureStatus, Tone>>>> = {
  family: { received: 'info', approved: 'info', refused: 'danger', done: 'success' },
  // The staff must act while a case waits for its decision.
  staff: { received: 'attention', approved: 'info', refused: 'neutral', done: 'success' },
};

/** The state of a case in words; one whose time is over is urgent. */
export function ErasureStatusTag({
  of: { status, overdue },
  viewer,
}: {
  of: Pick<ErasureRequest, 'status' | 'overdue'>;
  viewer: 'family' | 'staff';
}) {
  return (
    <StatusTag tone={overdue ? 'danger' : TONES[viewer][status]} urgent={overdue}>
      {ERASURE_LABELS[status]}
    </StatusTag>
  );
}
