import type { EventPayload } from '@gerbang/contracts/events';
import { audit } from '@gerbang/service-kit/audit/audit';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { rupiahText } from '../registration-record/notify.ts';
import { writeReturned } from '../registration-record/payments.repository.ts';
import {
  lockOne,
  type RegistrationRecord,
  registrations,
} from '../registration-record/registrations.repository.ts';

/** Keeps what billing says of a fee that goes back; a version that is not newer changes nothing. */
export async function keepReturnedFee(
  trx: Knex.Transaction,
  told: EventPayload<'fee.returned'>,
  requestId: string | undefined,
): Promise<void> {
  const { registration_id, version, returned, actor = null } = told;
  const present = await lockOne(registrations(trx), registration_id);
  if (!present || version <= present.fee_returned_version) return;
  await writeReturned(trx, present, told);
  if (returned === present.fee_returned) return;
  await audit(trx, {
    action: 'registration.fee_returned',
    subject: registration_id,
    actor,
    details: {
      child_id: present.child_id,
      fee_returned: { from: present.fee_returned, to: returned },
      ...(requestId && { request_id: requestId }),
    },
  });
}

/** 409 where a verified fee would be undone although money of it went back to the family, or a refund of it is agreed to. */
export function refuseReturned({
  payment_status,
  fee_returned: returned,
  fee_promised: promised,
}: Pick<RegistrationRecord, 'payment_status' | 'fee_returned' | 'fee_promised'>): void {
  if (payment_status !== 'verified') return;
  if (returned > 0) {
    throw conflict(
      'money_returned',
      `Dari biaya ini ${rupiahText(returned)} sudah dikembalikan kepada keluarga, jadi verifikasinya tidak dapat dibatalkan. Bila pengembaliannya keliru, hubungi bagian keuangan.`,
    );
  }
  if (promised > 0) {
    throw conflict(
      'money_returned',
      `Pengembalian ${rupiahText(promised)} dari biaya ini sudah disetujui. Batalkan dahulu di “Pengembalian Dana”, lalu coba lagi.`,
    );
  }
}
