import type { Registration } from '@gerbang/contracts/admission.types';
import { createRegistration as call } from '@gerbang/contracts/registrations';
import { audit } from '@gerbang/service-kit/audit';
import { withIdempotency } from '@gerbang/service-kit/idempotency';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { actorOf, type Caller } from '@gerbang/service-kit/caller';
import { noChild } from '../children/child-rules.ts';
import { lockOwnChild } from '../children/children.repository.ts';
import type { Context } from '../context.ts';
import { publishRegistrations } from './registration-events.ts';
import { tellReceived } from './registration-messages.ts';
import {
  levelOf,
  nextNumber,
  orAlreadyRegistered,
  refuseClosedYear,
  refuseForeignClass,
  refuseMissingClass,
} from './registration-rules.ts';
import { viewOwnRegistration } from './registration-view.ts';

type Body = z.output<(typeof call)['body']>;

/**
 * Registers an own child: number, fee and first stage are the server's (authorization row C08; decisions,
 * Registrations). The child's row is locked, so that it cannot be deleted meanwhile.
 */
export async function createRegistration(
  context: Context,
  caller: Caller,
  body: Body,
): Promise<Registration> {
  const { database, sealer, school } = context;
  const kelas = body.kelas ?? null;
  const level = levelOf(school, body.jenjang);
  refuseMissingClass(level, kelas);
  const once = { database, sealer, userId: caller.id, route: call.id, key: caller.idempotencyKey, body };
  const { answer } = await orAlreadyRegistered(() =>
    withIdempotency(once, async (trx) => {
      const child = await lockOwnChild(trx, caller.id, body.child_id);
      if (!child) throw noChild();
      refuseForeignClass(level, kelas);
      refuseClosedYear(school, body.academic_year);

      const id = uuidv7();
      const actor = await actorOf(trx, caller);
      const { number, keep } = await nextNumber(trx, body.academic_year, body.jenjang);
      const registration = { ...body, id, kelas, registration_number: number, payment_amount: level.fee };
      await trx('registrations').insert(registration);
      await keep(id);
      await trx('registration_stages').insert({
        id: uuidv7(),
        registration_id: id,
        child_id: child.id,
        stage: 'registered',
        created_by_id: actor.id,
        created_by_name: actor.name,
        created_by_role: actor.role,
      });
      await audit(trx, {
        action: 'registration.created',
        actor,
        subject: id,
        details: { number, child_id: child.id, fee: level.fee },
        origin: caller.origin,
      });
      await tellReceived(context, trx, caller, { ...registration, child_full_name: child.full_name });
      await publishRegistrations(context, trx, [id]);
      return viewOwnRegistration(context, trx, caller.id, id);
    }),
  );
  return answer;
}
