import type { Child } from '@gerbang/contracts/admission.types';
import { createChild as call } from '@gerbang/contracts/children';
import { audit } from '@gerbang/service-kit/audit/audit';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { CONSENT_VERSION, noChild, orNikTaken, refuseFutureBirth } from './child-rules.ts';
import { familyOf, ownChild, sealedNumbers, toChild } from './children.repository.ts';
import { refuseUnknownRegion } from '../regions/check-region.ts';

/**
 * Adds a child to the caller's family, which is made by its first write; the consent to the sentence at the button is
 * stored with it: version, who, when and the address (authorization row C02; Precisions, Family).
 */
export async function createChild(
  context: Context,
  caller: Caller,
  body: z.output<(typeof call)['body']>,
): Promise<Child> {
  const { database, sealer, columns } = context;
  const once = { database, sealer, userId: caller.id, route: call.id, key: caller.idempotencyKey, body };
  const { answer } = await orNikTaken(() =>
    withIdempotency(once, async (trx) => {
      refuseFutureBirth(context, body.birth_date);
      await refuseUnknownRegion(trx, body, null);
      const id = uuidv7();
      const { nik, kk_number, ...fields } = body;
      await trx('children').insert({
        id,
        parent_id: await familyOf(trx, caller.id),
        ...fields,
        ...sealedNumbers(columns, id, { nik, kk_number }),
      });
      await trx('consents').insert({
        id: uuidv7(),
        child_id: id,
        user_id: caller.id,
        version: CONSENT_VERSION,
        address: caller.origin.address,
      });
      await audit(trx, {
        action: 'child.created',
        actor: await actorOf(trx, caller),
        subject: id,
        details: { consent: CONSENT_VERSION },
        origin: caller.origin,
      });
      const made = await ownChild(trx, caller.id, id);
      if (!made) throw noChild();
      return toChild(columns, made, false);
    }),
  );
  return answer;
}
