import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import { fileIdOf } from '@gerbang/contracts/files';
import type { changeStage as call } from '@gerbang/contracts/staff-registrations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { nextStages, STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict, unprocessable } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { attachFile } from '../files/attach.ts';
import { publishRegistrations } from '../registrations/registration-events.ts';
import { notifyStage } from '../registrations/registration-messages.ts';
import type { LockedRegistration } from '../registrations/registrations.repository.ts';
import { changeAsStaff } from '../staff-registrations/staff-view.ts';

type Body = z.output<(typeof call)['body']>;

/** What staff write beside a stage. */
interface Entry {
  readonly content: string | null;
  readonly observation_time: string | null;
  readonly observation_place: string | null;
  readonly note: string | null;
  readonly file_id: string | null;
}
const WRITTEN = ['content', 'observation_time', 'observation_place', 'note'] as const;

/** The newest entry of the history: what the present stage says. */
async function latestEntry(trx: Db, id: string): Promise<Entry | undefined> {
  return trx('registration_stages')
    .where({ registration_id: id })
    .orderBy([
      { column: 'reached_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first<Entry | undefined>(...WRITTEN, 'file_id');
}

/** Whether the stage says this already; a field that was not sent says nothing new. */
function saysSame(body: Body, latest: Entry | undefined): boolean {
  const link = body.file_attachment_url;
  return (
    WRITTEN.every((field) => body[field] === undefined || body[field] === (latest?.[field] ?? null)) &&
    (!link || (latest?.file_id !== null && fileIdOf(link) === latest?.file_id))
  );
}

/** Whether the machine allows the stage now (admission workflow §4), and the day can still come (decisions). */
function refuseStage(context: Context, present: LockedRegistration, body: Body): void {
  const { current_stage: from, payment_status } = present;
  const to = body.current_stage;
  if (!nextStages(from, payment_status === 'verified').includes(to)) {
    if (nextStages(from, true).includes(to)) {
      throw conflict('fee_not_verified', 'Tahap belum dapat diubah: biaya pendaftaran belum terverifikasi.');
    }
    throw conflict(
      'stage_not_allowed',
      `Tahap tidak dapat diubah dari ${STAGE_LABELS[from]} menjadi ${STAGE_LABELS[to]}.`,
    );
  }
  if (to === 'obs_scheduled' && String(body.content) < jakartaDay(context.now())) {
    const message = 'Tanggal observasi tidak boleh di masa lalu';
    throw unprocessable('content', message, [{ path: 'content', message }]);
  }
}

const DAY = new Intl.DateTimeFormat('id-ID', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'Senin, 7 Desember 2026 pukul 09.00 di Aula': when and where the observation is, as a message says it. */
function appointment(body: Body): string | null {
  if (body.current_stage !== 'obs_scheduled' || !body.content) return null;
  const { content, observation_time: time, observation_place: place } = body;
  const day = DAY.format(new Date(`${content}T00:00:00Z`));
  return `Observasi: ${day}${time ? ` pukul ${time.replace(':', '.')}` : ''}${place ? ` di ${place}` : ''}.`;
}

async function attach(trx: Db, caller: Caller, present: LockedRegistration, body: Body) {
  const link = body.file_attachment_url;
  if (!link) return null;
  const { id } = await attachFile(trx, {
    link,
    uploaderId: caller.id,
    purpose: 'stage_attachment',
    attachedTo: 'registration_stage',
    recordId: present.id,
    familyUserId: present.family_user_id,
    path: 'file_attachment_url',
  });
  return id;
}

async function write(
  context: Context,
  trx: Db,
  caller: Caller,
  present: LockedRegistration,
  body: Body,
): Promise<string> {
  const { id, child_id, current_stage: from } = present;
  const to = body.current_stage;
  const actor = await actorOf(trx, caller);
  const fileId = await attach(trx, caller, present, body);
  const observation_date = to === 'obs_scheduled' ? (body.content ?? null) : null;
  await trx('registrations')
    .where({ id })
    .update({
      current_stage: to,
      observation_date,
      version: present.version + 1,
      updated_at: trx.fn.now(),
    });
  const entryId = uuidv7();
  await trx('registration_stages').insert({
    id: entryId,
    registration_id: id,
    child_id,
    stage: to,
    content: body.content ?? null,
    observation_time: body.observation_time ?? null,
    observation_place: body.observation_place ?? null,
    note: body.note ?? null,
    file_id: fileId,
    // Not the transaction's start: of two changes that waited for each other the later one is the newer entry.
    reached_at: trx.raw('clock_timestamp()'),
    created_by_id: actor.id,
    created_by_name: actor.name,
    created_by_role: actor.role,
  });
  await audit(trx, {
    action: 'registration.stage_changed',
    actor,
    subject: id,
    details: {
      child_id,
      current_stage: { from, to },
      ...(observation_date !== present.observation_date && {
        observation_date: { from: present.observation_date, to: observation_date },
      }),
      ...(fileId && { file: fileId }),
    },
    origin: caller.origin,
  });
  await publishRegistrations(context, trx, [id]);
  return entryId;
}

/**
 * Moves a registration to another stage, or says something new of the present one (authorization row C17; admission
 * workflow §4). The same stage with the same content changes nothing (Precisions, Repeating and racing).
 */
export async function changeStage(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<StaffRegistration> {
  return changeAsStaff(context, caller, id, async (trx, present) => {
    if (present.current_stage === body.current_stage && saysSame(body, await latestEntry(trx, id))) {
      return 'unchanged';
    }
    refuseStage(context, present, body);
    const entryId = await write(context, trx, caller, present, body);
    const family = { userId: present.family_user_id, requestId: caller.origin.requestId };
    const entry = { id: entryId, stage: body.current_stage, detail: appointment(body) };
    await notifyStage(context, trx, family, present, entry);
    return 'changed';
  });
}
