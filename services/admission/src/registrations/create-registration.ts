import { createRegistration as call, type Registration } from '@gerbang/contracts/registrations';
import { registrationNumber } from '@gerbang/domain/levels';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Prepared } from '@gerbang/service-kit/data/database';
import { routeOf, runOnce } from '@gerbang/service-kit/http/idempotency';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { actorOf, type Caller, ownerOf } from '@gerbang/service-kit/http/caller';
import { noChild } from '../registration-record/child-rules.ts';
import { localLimit } from '../config.ts';
import type { Context } from '../context.ts';
import { admitApplicant, writeRegistration } from '../registration-record/new-registration.repository.ts';
import { enter } from '../registration-record/moves.ts';
import { newRegistrationEvent } from '../registration-record/publish.ts';
import { receivedMessage } from '../registration-record/notify.ts';
import {
  levelOf,
  orAlreadyRegistered,
  refuseClosedSchool,
  refuseYear,
  refuseForeignClass,
  refuseLevelNotOffered,
  refuseMissingClass,
} from '../registration-record/rules.ts';
import { enterSection } from '../registration-record/entered-sections.repository.ts';
import { toRegistration } from '../registration-record/registrations.view.ts';

type Body = z.output<(typeof call)['body']>;

/** Registers a child of the caller's family, or of the one it acts for; number, fee and first stage are the server's. */
export async function createRegistration(
  context: Context,
  caller: Caller,
  body: Body,
): Promise<Registration> {
  const { database, sealer, school } = context;
  refuseMissingClass(levelOf(school.settings, body.jenjang), body.kelas ?? null);
  const once = {
    sealer,
    userId: caller.id,
    route: routeOf(caller, call.id),
    key: caller.idempotencyKey,
    body,
  };
  const staff = caller.family === undefined ? null : await actorOf(database.knex, caller);
  const { answer } = await orAlreadyRegistered(() =>
    database.preparedTransaction((run) =>
      runOnce(run, once, () => submit(context, run, { caller, staff }, body)),
    ),
  );
  return answer;
}

/**
 * Two statements: one locks family, child and the counter of the numbers, the other writes everything. Where there are
 * waves, a third one between them locks and counts those.
 */
async function submit(
  context: Context,
  run: Prepared,
  { caller, staff }: { readonly caller: Caller; readonly staff: Actor | null },
  body: Body,
): Promise<Registration> {
  const { config } = context;
  const { settings: school } = context.school;
  const level = levelOf(school, body.jenjang);
  const kelas = body.kelas ?? null;
  const admitted = await admitApplicant(run, ownerOf(caller), { ...body, kelas });
  if (!admitted) throw noChild();
  refuseClosedSchool(school);
  refuseLevelNotOffered(level);
  refuseForeignClass(level, kelas);
  refuseYear(admitted.year, body.academic_year);

  const { sequence, in_waves, year: _year, ...applicant } = admitted;
  const { academic_year, jenjang } = body;
  const terms = await enter(context, run, { kind: 'submit', academic_year, jenjang, in_waves });
  const fee = terms?.fee ?? level.fee;
  const { child, account } = applicant;
  const id = uuidv7();
  const number = registrationNumber(body.academic_year, body.jenjang, sequence);
  const actor = staff ?? { id: caller.id, name: account?.name ?? null, role: caller.role };
  const registration = {
    ...body,
    id,
    kelas,
    registration_number: number,
    payment_amount: fee,
    wave_id: terms?.wave_id ?? null,
    current_stage: 'registered',
    payment_status: 'pending',
  } as const;
  const message = receivedMessage(
    context,
    caller,
    { ...registration, child_full_name: child.full_name },
    account,
  );
  const made = await writeRegistration(run, {
    registration,
    sequence,
    applicant,
    actor,
    details: terms ? { wave: terms.wave } : {},
    origin: caller.origin,
    events: [...(message ? [message] : []), newRegistrationEvent(context, registration, applicant, terms)],
    perDay: localLimit(config, config.REGISTRATIONS_PER_DAY),
  });
  if (staff) await enterSection(run, ownerOf(caller), `registration:${id}`, staff);
  return toRegistration(context, made);
}
