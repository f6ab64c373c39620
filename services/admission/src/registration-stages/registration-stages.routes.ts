import {
  changeStage as changeCall,
  listStaffStageHistory,
  listStageHistory,
  observationCalendar as calendarCall,
} from '@gerbang/contracts/registration-stages';
import { correctResult as correctCall } from '@gerbang/contracts/internal-calls';
import { type Caller, callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mount } from '@gerbang/service-kit/http/mount';
import { forbidden } from '@gerbang/service-kit/http/problems';
import { can } from '@gerbang/domain/abilities';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { bookSlot } from '../observation-slots/book-slot.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { sendCalendar } from '../registration-record/send-calendar.ts';
import { hasRegistration } from '../registration-record/registrations.repository.ts';
import { staffRow } from '../registration-record/staff-row.view.ts';
import { changeStage } from './change-stage.ts';
import { correctResult } from './correct-result.ts';
import { observationCalendar } from './observation-calendar.ts';
import { stageHistory } from './registration-stages.view.ts';

/** Gives a slot in place of a day typed by hand; 403 for a role that gives none. */
function giveSlot(context: Context, caller: Caller, id: string, slot_id: string) {
  if (!can(caller.role, 'slots.write'))
    throw forbidden('Jadwal diberikan oleh CS, staf pendidikan, atau Administrator.');
  return bookSlot(context, caller, id, { slot_id });
}

/** The calls of family and staff about stages. */
export function registrationStagesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listStageHistory, async ({ identity, params }) => {
    if (!(await hasRegistration(db, identity.sub, params.id))) throw noRegistration();
    return stageHistory(db, params.id);
  });

  mount(app, verifier, calendarCall, async ({ identity, params, reply }) => {
    const file = await observationCalendar(context, identity.sub, params.id);
    return sendCalendar(reply, file);
  });

  mount(app, verifier, listStaffStageHistory, async ({ params }) => {
    if (!(await staffRow(db, params.id))) throw noRegistration();
    return stageHistory(db, params.id);
  });

  mount(app, verifier, changeCall, ({ identity, request, params, body }) => {
    const caller = callerOf(identity, request);
    return body.slot_id === undefined
      ? changeStage(context, caller, params.id, body)
      : giveSlot(context, caller, params.id, body.slot_id);
  });

  mountInternal(app, context.config.INTERNAL_KEY, correctCall, (correction, origin) =>
    correctResult(context, correction, origin),
  );
}
