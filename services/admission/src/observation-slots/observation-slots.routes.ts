import * as calls from '@gerbang/contracts/observation-slots';
import * as choices from '@gerbang/contracts/slot-choices';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { sendCalendar } from '../registration-record/send-calendar.ts';
import { linkSince } from '../calendar-links/calendar-links.repository.ts';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import { bookSlot } from './book-slot.ts';
import { cancelSlot } from './cancel-slot.ts';
import { changeSlot } from './change-slot.ts';
import { chooseSlot, giveUpSlot } from './choose-slot.ts';
import { createSlots } from './create-slots.ts';
import { planSlots } from './plan-slots.ts';
import { readChoices } from './read-choices.ts';
import { ownSlotFile, sharedFile } from './slot-file.ts';
import { possibleAssessors, slotsOf, typedAppointments } from './slots.repository.ts';
import { toSlot } from './slots.view.ts';

/** The calls about slots of the observation, of staff and of families. */
export function observationSlotsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;
  mount(app, verifier, calls.listSlots, async ({ query, identity }) => {
    const [slots, typed, assessors, since] = await Promise.all([
      slotsOf(db, query),
      typedAppointments(db, query),
      possibleAssessors(db),
      linkSince(db, identity.sub),
    ]);
    return {
      slots: slots.map(toSlot),
      assessors,
      ...(typed.length > 0 && { without_slot: typed }),
      ...(since && { feed_since: since.toISOString() }),
    };
  });
  mount(app, verifier, calls.makeSlots, withBody(context, createSlots));
  mount(app, verifier, calls.planSlots, withBody(context, planSlots));
  mount(app, verifier, calls.changeSlot, withId(context, changeSlot));
  mount(app, verifier, calls.cancelSlot, withId(context, cancelSlot));
  mount(app, verifier, calls.bookSlot, withId(context, bookSlot));
  mount(app, verifier, choices.readSlotChoices, ({ identity, request, params, query }) =>
    readChoices(context, callerOf(identity, request), params.id, query),
  );
  mount(app, verifier, choices.chooseSlot, withId(context, chooseSlot));
  mount(app, verifier, choices.giveUpSlot, withId(context, giveUpSlot));
  mount(app, verifier, choices.slotFile, async ({ identity, params, reply }) =>
    sendCalendar(reply, await ownSlotFile(context, identity.sub, params.id)),
  );
  mount(app, verifier, choices.sharedSlotFile, async ({ params, reply }) =>
    sendCalendar(reply, await sharedFile(context, params.token)),
  );
}
