import type { EventPayload } from '@gerbang/contracts/events';
import type { Tables } from '../database.types.ts';

type Source = EventPayload<'fee.settled'>['source'];

/** The money from the bank that the fee rests on; null where it rests on none. */
export function sourceOf({
  settled_by_line_id: line,
  settled_by_pay_request_id: request,
}: Pick<Tables['registrations'], 'settled_by_line_id' | 'settled_by_pay_request_id'>): Source | null {
  if (line !== null) return { kind: 'bank_line', id: line };
  return request === null ? null : { kind: 'pay_request', id: request };
}
