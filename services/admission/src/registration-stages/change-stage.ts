import { refusedField } from '@gerbang/service-kit/http/problems';
import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { fileIdOf } from '@gerbang/contracts/files';
import type { changeStage as call } from '@gerbang/contracts/registration-stages';
import { weekdayText } from '@gerbang/domain/date-text';
import { observationDays } from '@gerbang/domain/day-limits';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { z } from 'zod';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { attachFile } from '../files/attach-file.ts';
import { beforeMove } from '../registration-record/moves.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import { refuseReadOnly, refuseStage } from '../registration-record/rules.ts';
import { staffRegistrationSteps } from '../registration-record/read-registration.ts';
import {
  latestNotes,
  stageMove,
  type StageNotes,
  writeStages,
} from '../registration-record/stages.repository.ts';

type Body = z.output<(typeof call)['body']>;

const WRITTEN = ['content', 'observation_time', 'observation_place', 'note'] as const;

/** Whether the newest entry holds this already; a field that was not sent changes nothing. */
function saysSame(body: Body, fileId: string | null | undefined, latest: StageNotes | undefined): boolean {
  return (
    WRITTEN.every((field) => body[field] === undefined || body[field] === (latest?.[field] ?? null)) &&
    (fileId === undefined || (latest?.file_id !== null && fileId === latest?.file_id))
  );
}

/** When and where the observation is, as the message words it: 'Senin, 7 Desember 2026, 09.00 WIB di Aula'. */
function appointment(day: string, { observation_time: time, observation_place: place }: Body): string {
  return `Observasi: ${weekdayText(day)}${time ? `, ${time.replace(':', '.')} WIB` : ''}${place ? ` di ${place}` : ''}.`;
}

/** Moves a registration to another stage, or adds an entry about the present one; the same content changes nothing. */
export async function changeStage(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<StaffRegistration> {
  const to = body.current_stage;
  const observationDate = to === 'obs_scheduled' ? (body.content ?? null) : null;
  const detail = observationDate && appointment(observationDate, body);
  const fileId = body.file_attachment_url ? fileIdOf(body.file_attachment_url) : undefined;
  return changeLocked(context.database, caller, {
    ...staffRegistrationSteps(context, caller, id),
    apply: async (step) => {
      const { trx, present } = step;
      if (present.current_stage === to && saysSame(body, fileId, await latestNotes(trx, id))) return null;
      await refuseReadOnly(trx, present.academic_year);
      refuseStage(present, to);
      const { first, early } = observationDays(jakartaDay(context.now()));
      if (observationDate !== null && observationDate < first)
        throw refusedField('content', 'content', early);
      const move = stageMove({ present, to, by: 'staff' });
      await beforeMove(context, trx, move);
      const { content = null, observation_time = null, observation_place = null, note = null } = body;
      const actor = await step.actor();
      const file =
        fileId === undefined
          ? null
          : await attachFile(context, trx, {
              fileId,
              uploaderId: caller.id,
              purpose: 'stage_attachment',
              attachedTo: 'registration_stage',
              recordId: present.id,
              familyUserId: present.family_user_id,
              path: 'file_attachment_url',
            });
      const file_id = file?.id ?? null;
      const notes = { content, observation_time, observation_place, note, file_id };
      const [entryId = ''] = await writeStages(trx, [
        { present, to, by: 'staff', actor, notes, observationDate },
      ]);
      return { entryId, file_id, move };
    },
    audit: ({ present }, { file_id }) => ({
      action: 'registration.stage_changed',
      subject: id,
      details: {
        child_id: present.child_id,
        current_stage: { from: present.current_stage, to },
        ...(observationDate !== present.observation_date && {
          observation_date: { from: present.observation_date, to: observationDate },
        }),
        ...(file_id && { file: file_id }),
      },
    }),
    publish: async ({ trx, present }, { entryId, move }) => {
      await publishMoves(context, trx, [move]);
      const params = { stage: STAGE_LABELS[to], ...(detail && { detail }) };
      await notifyFamily(context, trx, caller, present, { kind: 'stage_changed', entryId, params });
    },
  });
}
