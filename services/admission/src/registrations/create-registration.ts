import type { Registration } from '@gerbang/contracts/admission.types';
import { createRegistration as call } from '@gerbang/contracts/registrations';
import { audit } from '@gerbang/service-kit/audit/audit';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { noChild } from '../children/child-rules.ts';
import { refuseMoreRegistrations } from '../children/daily-limits.repository.ts';
import type { Context } from '../context.ts';
import { insertRegistration, lockApplicant, nextNumber } from './new-registration.repository.ts';
import { publishNewRegistration } from './registration-events.ts';
import { notifyReceived } from './registration-messages.ts';
import {
  levelOf,
  orAlreadyRegistered,
  refuseClosedYear,
  refuseForeignClass,
  refuseMissingClass,
} from './registration-rules.ts';
import { toRegistration } from './registrations.view.ts';

type Body = z.output<(typeof call)['body']>;

/**
 * Registers a child of the caller's family; number, fee and first stage are the server's. Everything that can come before
 * the number does: once it is taken, every other family of the level waits for this transaction.
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
      const applicant = await lockApplicant(trx, caller.id, body.child_id);
      if (!applicant) throw noChild();
      await refuseMoreRegistrations(context.config, trx, applicant.parent.id);
      refuseForeignClass(level, kelas);
      refuseClosedYear(school, body.academic_year);

      const id = uuidv7();
      const { child, account } = applicant;
      const actor = { id: caller.id, name: account?.name ?? null, role: caller.role };
      const { number, sequence } = await nextNumber(trx, body.academic_year, body.jenjang);
      const given = { ...body, id, kelas, registration_number: number, payment_amount: level.fee };
      const made = await insertRegistration(trx, given, sequence, actor, applicant);
      await audit(trx, {
        action: 'registration.created',
        actor,
        subject: id,
        details: { number, child_id: child.id, fee: level.fee },
        origin: caller.origin,
      });
      await notifyReceived(context, trx, caller, made, account);
      await publishNewRegistration(context, trx, made, account);
      return toRegistration(context, made);
    }),
  );
  return answer;
}
