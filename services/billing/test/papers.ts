import type { EventPayload } from '@gerbang/contracts/events';
import { checkPaper } from '@gerbang/contracts/papers';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { eventBatches } from '../src/events/handlers.ts';
import type { PaperRecord } from '../src/papers/papers.repository.ts';
import type { Door } from './door.ts';
import { copyOfRegistration } from './registration-copies.ts';

export type Copy = EventPayload<'registration.changed'>;

/** Tells billing of registrations, as one batch of events. */
export const tell = (door: Door, ...copies: readonly Copy[]): Promise<void> =>
  door.database.transaction((trx) =>
    eventBatches(door.context)['registration.changed']!(
      trx,
      copies.map((payload) => ({
        payload,
        meta: { id: uuidv7(), version: payload.version, requestId: undefined },
      })),
    ),
  );

let verified = 0;
/** A moment after every one before, as a verification's. */
export const later = (): string => {
  verified = Math.max(verified + 1000, Date.now());
  return new Date(verified).toISOString();
};

/** A registration of this family whose fee was verified a moment ago, told to billing. */
export async function verifiedFee(
  door: Door,
  family: Caller,
  change: Partial<Copy> = {},
): Promise<Copy & { readonly payment_verified_at: string }> {
  const copy = copyOfRegistration({
    user_id: family.id,
    child_name: 'Aisyah Putri',
    father_name: 'Budi Santoso',
    ...change,
  });
  const known = { ...copy, payment_verified_at: change.payment_verified_at ?? later() };
  await tell(door, known);
  return known;
}

/** The receipts of a registration's fee, the first verification first. */
export const receiptsOf = (door: Door, registrationId: string): Promise<PaperRecord[]> =>
  door
    .db('papers')
    .where({ registration_id: registrationId, kind: 'fee_receipt' })
    .orderBy('fee_verified_at');

export const check = (door: Door, code: string) => door.call(checkPaper, 'anon', { params: { code } });

/** The code in the link of a PDF; `scanQr` reads the one in its QR code. */
export function codeIn(pdf: Buffer): string {
  const code = /\/URI \(http:\/\/localhost:8080\/cek\/([0-9A-Z]{26})\)/u.exec(pdf.toString('latin1'))?.[1];
  if (code === undefined) throw new Error('the PDF has no code');
  return code;
}
