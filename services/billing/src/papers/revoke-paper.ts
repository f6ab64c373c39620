import type { paperSchema, revokePaper as call } from '@gerbang/contracts/papers';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, unprocessable } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type ListedPaper, lockPaper, revokeLocked } from './papers.repository.ts';
import { noPaper, toPaper } from './papers.view.ts';

const REVOKED = 'paper.revoked';

/** A locked letter that still counts; 422 for a receipt, 409 for a letter that was revoked, whatever version was sent. */
async function lockLetter(trx: Knex.Transaction, id: string): Promise<ListedPaper | undefined> {
  const paper = await lockPaper(trx, id);
  if (paper && paper.kind !== 'acceptance_letter') {
    throw unprocessable(
      'receipt_follows_payment',
      'Kuitansi mengikuti pembayarannya dan tidak dapat dicabut.',
    );
  }
  if (paper && paper.revoked_at !== null) throw conflict('revoked_already', 'Surat ini sudah dicabut.');
  return paper;
}

/** Revokes a letter with a reason; its number stays used, and its code says since when it no longer counts. */
export async function revokePaper(
  context: Context,
  caller: Caller,
  id: string,
  { reason, version }: z.output<(typeof call)['body']>,
): Promise<z.input<typeof paperSchema>> {
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(version) },
    {
      lock: (trx) => lockLetter(trx, id),
      notFound: noPaper,
      expect: { actions: [REVOKED], present: ({ present }) => toPaper(present) },
      apply: ({ trx, present }) => revokeLocked(trx, present, { revoked_at: context.now(), reason }),
      audit: ({ present }) => ({
        action: REVOKED,
        subject: id,
        details: { number: present.number, registration_id: present.registration_id, reason },
      }),
      view: ({ present }, changed) => toPaper({ ...present, ...changed }),
    },
  );
}
