import type { ErasureRequest, StaffErasureRequest } from '@gerbang/contracts/erasure-requests';
import { ERASURE_LABELS, isErasureOpen, type ErasureStatus } from '@gerbang/domain/erasure-requests';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { erasuresCopy as copy } from './erasure-requests.copy.ts';

const HOUR_MS = 3_600_000;

const TONES: Readonly<Record<'family' | 'staff', Readonly<Record<ErasureStatus, Tone>>>> = {
  family: { received: 'info', approved: 'info', refused: 'danger', done: 'success' },
  // Staff must act while a request waits for its decision.
  staff: { received: 'attention', approved: 'info', refused: 'neutral', done: 'success' },
};

/** The family's name, until its data is erased. */
export function nameOf({ family }: Pick<StaffErasureRequest, 'family'>): string {
  return family ? (family.name ?? copy.noName) : copy.gone;
}

/** The hours until the request must be answered, or since then; null once it has been. */
export function clockOf({ status, due_at }: Pick<StaffErasureRequest, 'status' | 'due_at'>): string | null {
  if (!isErasureOpen(status)) return null;
  const left = Date.parse(due_at) - Date.now();
  const hours = Math.floor(Math.abs(left) / HOUR_MS);
  return left < 0 ? copy.late(hours) : copy.left(hours);
}

/** The status of a request; an overdue one is urgent. */
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
