import type { answerContinuation as call, Continuation } from '@gerbang/contracts/continuations';
import { continuingFee } from '@gerbang/domain/continuations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { registrationNumber } from '@gerbang/domain/levels';
import { audit } from '@gerbang/service-kit/audit/audit';
import { preparedIn } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { localLimit } from '../config.ts';
import type { Context } from '../context.ts';
import { noChild } from '../registration-record/child-rules.ts';
import { admitApplicant, writeRegistration } from '../registration-record/new-registration.repository.ts';
import { receivedMessage } from '../registration-record/notify.ts';
import { newRegistrationEvent } from '../registration-record/publish.ts';
import { lockOne, registrations } from '../registration-record/registrations.repository.ts';
import {
  levelOf,
  orAlreadyRegistered,
  refuseClosedSchool,
  refuseForeignClass,
  refuseLevelNotOffered,
} from '../registration-record/rules.ts';
import { expireSome } from '../child-documents/expire-documents.ts';
import { movePayment } from '../registration-payments/move-payment.ts';
import { publishDecision } from '../registration-payments/publish-decision.ts';
import { SYSTEM_WAIVER } from '../registration-record/system-actor.ts';
import {
  type ContinuationRecord,
  liveIn,
  lockContinuation,
  ownContinuations,
  writeAnswer,
} from './continuations.repository.ts';

/** A question as its family reads it. */
function toContinuation({ school, now }: Context, record: ContinuationRecord): Continuation {
  const { id, child_id, child_name, academic_year, jenjang, kelas, deadline, fee_percent, answer, made_id } =
    record;
  return {
    id,
    child: { id: child_id, full_name: child_name },
    academic_year,
    jenjang,
    kelas,
    deadline,
    fee: continuingFee(levelOf(school.settings, jenjang).fee, fee_percent),
    answer,
    may_answer: answer !== 'yes' && deadline >= jakartaDay(now()),
    registration_id: made_id,
  };
}

/** The questions to the caller's family. */
export async function ownQuestions(context: Context, userId: string): Promise<Continuation[]> {
  const records = await ownContinuations(context.database.knex, userId);
  return records.map((record) => toContinuation(context, record));
}

/**
 * Makes the registration of the next year with what the last one had. By the rules of a family's own registration, but for
 * waves: the school has asked this child by name, so the deadline and fee of its question stand in their place; a seat is
 * given with the result, as to all. Documents are the child's: those whose approval is over by the age of their type are
 * asked for again.
 */
async function register(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  question: ContinuationRecord,
): Promise<string> {
  const { academic_year, jenjang, kelas, child_id, fee_percent } = question;
  const run = preparedIn(trx);
  const { settings } = context.school;
  const level = levelOf(settings, jenjang);
  await expireSome(context, trx, child_id);
  const admitted = await admitApplicant(run, caller.id, { child_id, academic_year, jenjang, kelas });
  if (!admitted) throw noChild();
  const { sequence, in_waves: _waves, year, ...applicant } = admitted;
  refuseClosedSchool(settings);
  refuseLevelNotOffered(level);
  refuseForeignClass(level, kelas);
  if (year !== 'open' && year !== 'planned') {
    throw conflict('year_state', `Tahun ajaran ${academic_year} sudah ditutup. Hubungi sekolah.`);
  }
  const fee = continuingFee(level.fee, fee_percent);
  const id = uuidv7();
  const number = registrationNumber(academic_year, jenjang, sequence);
  const actor = { id: caller.id, name: applicant.account?.name ?? null, role: caller.role };
  const registration = {
    id,
    child_id,
    academic_year,
    jenjang,
    kelas,
    registration_number: number,
    payment_amount: fee,
    wave_id: null,
    current_stage: 'registered',
    payment_status: 'pending',
    previous_school: levelOf(settings, question.from_jenjang).unit_name,
    previous_grade: question.from_kelas,
    nisn: question.nisn,
    uniform_size: question.uniform_size as never,
    sibling_name: question.sibling_name,
  } as const;
  const message =
    fee === 0
      ? undefined
      : receivedMessage(
          context,
          caller,
          { ...registration, child_full_name: applicant.child.full_name },
          applicant.account,
        );
  await writeRegistration(run, {
    registration,
    sequence,
    applicant,
    actor,
    details: { continues: question.registration_id },
    origin: caller.origin,
    events: [...(message ? [message] : []), newRegistrationEvent(context, registration, applicant, null)],
    perDay: localLimit(context.config, context.config.REGISTRATIONS_PER_DAY),
  });
  return id;
}

/** Verifies a fee of nothing at once; what follows a verified fee follows it. */
async function waive(context: Context, trx: Knex.Transaction, caller: Caller, id: string): Promise<void> {
  const present = await lockOne(registrations(trx), id);
  if (!present) throw new Error('a registration that was just written is gone');
  const step = { trx, present, actor: async () => SYSTEM_WAIVER };
  const moved = await movePayment(context, step, { to: 'verified', cause: 'waived', fileId: null });
  await publishDecision(context, trx, caller, present, moved);
}

/**
 * A family's answer, until the deadline. A yes makes one registration, or stands for the one that the family has made by
 * itself; the same answer again changes nothing. A yes is taken back on the page of the registration: 409 `answered`.
 */
export async function answerQuestion(
  context: Context,
  caller: Caller,
  id: string,
  { answer }: z.output<(typeof call)['body']>,
): Promise<Continuation> {
  return orAlreadyRegistered(() =>
    context.database.transaction(async (trx) => {
      const question = await lockContinuation(trx, caller.id, id);
      if (!question) throw notFound('Pertanyaan tidak ditemukan');
      if (question.answer === answer) return toContinuation(context, question);
      const at = context.now();
      if (question.answer === 'yes') {
        throw conflict(
          'answered',
          'Anda sudah menjawab ya. Undurkan pendaftarannya di halaman Pendaftaran bila berubah pikiran.',
        );
      }
      if (question.deadline < jakartaDay(at)) {
        throw conflict('too_late', 'Batas menjawab sudah lewat. Hubungi sekolah.');
      }
      const present =
        answer === 'yes' ? await liveIn(trx, question.child_id, question.academic_year) : undefined;
      const makes = answer === 'yes' && present === undefined;
      const made_id = makes ? await register(context, trx, caller, question) : (present ?? null);
      await writeAnswer(trx, id, { answer, at, made_id });
      await audit(trx, {
        action: 'continuation.answered',
        actor: await actorOf(trx, caller),
        subject: question.registration_id,
        details: { answer },
        origin: caller.origin,
      });
      const answered = { ...question, answer, made_id };
      if (makes && toContinuation(context, answered).fee === 0) {
        await waive(context, trx, caller, made_id as string);
      }
      return toContinuation(context, answered);
    }),
  );
}
