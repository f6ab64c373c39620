import type { Db } from '@gerbang/service-kit/database';
import { publishFamilyMessage } from '../accounts/family-messages.ts';
import type { Caller } from '../caller.ts';
import type { Context } from '../context.ts';

const RUPIAH = new Intl.NumberFormat('id-ID');

interface Told {
  readonly id: string;
  readonly child_full_name: string;
  readonly jenjang: string;
  readonly kelas: string | null;
  readonly registration_number: string;
  readonly payment_amount: number;
}

/** 'SD kelas 1', 'TK A', 'KB': as a sentence names it. */
function levelText({ jenjang, kelas }: Pick<Told, 'jenjang' | 'kelas'>): string {
  if (kelas === null) return jenjang;
  return kelas.startsWith(jenjang) ? kelas : `${jenjang} kelas ${kelas}`;
}

const linkOf = (context: Context) => new URL('/registrations', context.config.PUBLIC_ORIGIN).href;

/** Tells the family that the registration is there, what it costs and where to pay (decisions, Notifications). */
export async function tellReceived(context: Context, trx: Db, caller: Caller, told: Told): Promise<void> {
  await publishFamilyMessage(context, trx, caller.id, {
    kind: 'registration_received',
    dedupeKey: `registration_received:${told.id}`,
    params: {
      child: told.child_full_name,
      level: levelText(told),
      number: told.registration_number,
      fee: `Rp ${RUPIAH.format(told.payment_amount)}`,
      link: linkOf(context),
    },
    requestId: caller.origin.requestId,
  });
}

/** Tells the family that its proof is there; each proof once, by the row of the history that it made. */
export async function tellProofReceived(
  context: Context,
  trx: Db,
  caller: Caller,
  told: Told,
  eventId: string,
): Promise<void> {
  await publishFamilyMessage(context, trx, caller.id, {
    kind: 'fee_proof_received',
    dedupeKey: `fee_proof_received:${eventId}`,
    params: { child: told.child_full_name, number: told.registration_number, link: linkOf(context) },
    requestId: caller.origin.requestId,
  });
}
