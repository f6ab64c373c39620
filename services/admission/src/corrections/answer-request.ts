import type {
  answerCorrectionRequest as call,
  StaffCorrectionRequest,
} from '@gerbang/contracts/correction-requests';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  lockRequest,
  type StaffRequestRecord,
  toStaffRequest,
  writeAnswer,
} from './correction-requests.repository.ts';

const ANSWERED = 'correction_request.answered';

async function lockOpen(trx: Db, id: string): Promise<StaffRequestRecord | undefined> {
  const request = await lockRequest(trx, id);
  if (request && request.status !== 'open') throw conflict('answered', 'Permintaan ini sudah dijawab.');
  return request;
}

/** Answers a family's request or objection, once; the family reads the answer beside its corrections. */
export async function answerRequest(
  context: Context,
  caller: Caller,
  id: string,
  { version, ...answer }: z.output<(typeof call)['body']>,
): Promise<StaffCorrectionRequest> {
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(version) },
    {
      lock: (trx) => lockOpen(trx, id),
      notFound: () => notFound('Permintaan koreksi tidak ditemukan'),
      expect: { actions: [ANSWERED], present: ({ present }) => toStaffRequest(present) },
      apply: async ({ trx, present, actor }) =>
        writeAnswer(trx, present, answer, { actor: await actor(), at: context.now() }),
      audit: (_step, { registration_id }) => ({
        action: ANSWERED,
        subject: id,
        details: { registration_id, answer_status: answer.status },
      }),
      view: ({ present }, answered) => toStaffRequest(answered ?? present),
    },
  );
}
