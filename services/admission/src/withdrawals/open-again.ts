import { hasAcceptance } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { publishRegistrations } from '../registration-record/publish.ts';
import { lockOne, registrations } from '../registration-record/registrations.repository.ts';

/**
 * Billing has closed its copy for a family that leaves. Under the registration's lock, which the change that asked for it holds
 * until its end: where it was cut off and the child is still accepted, the next version of the copy opens it again.
 */
export async function openAgain(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  registrationId: string,
): Promise<void> {
  const present = await lockOne(registrations(trx), registrationId);
  if (present && hasAcceptance(present.current_stage)) {
    await publishRegistrations(context, trx, [registrationId]);
  }
}
