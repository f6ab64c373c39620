import { NUMBER_REQUEST_LABELS, type NumberRequestStatus } from '@gerbang/domain/number-requests';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { requestsCopy as copy } from './number-requests.copy.ts';

const TONES: Readonly<Record<NumberRequestStatus, Tone>> = {
  open: 'attention',
  approved: 'info',
  moved: 'success',
  refused: 'neutral',
  // A stranger may have pretended to be the owner.
  stopped: 'danger',
  failed: 'danger',
};

/** The status of a request for staff. */
export function NumberRequestTag({ status }: { status: NumberRequestStatus }) {
  return <StatusTag tone={TONES[status]}>{NUMBER_REQUEST_LABELS[status]}</StatusTag>;
}

/** The name of a person, or that there is none. */
export const nameOf = ({ name }: { name: string | null }): string => name?.trim() || copy.noName;
