import { createChild as call, type Child } from '@gerbang/contracts/children';
import { audit } from '@gerbang/service-kit/audit/audit';
import { onceBy, routeOf } from '@gerbang/service-kit/http/idempotency';
import type { z } from 'zod';
import { actorOf, type Caller, ownerOf } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { allTypes } from '../child-documents/document-types.repository.ts';
import { refuseUnknownRegion } from '../regions/check-region.ts';
import { consentTo, noChild, refuseFutureBirth } from '../registration-record/child-rules.ts';
import { insertChild, ownChild } from '../registration-record/children.repository.ts';
import { noteSection } from '../registration-record/entered-sections.repository.ts';
import { toChild } from './children.view.ts';
import { countNikEntry, refuseMoreChildren } from './daily-limits.repository.ts';
import { refuseSameChild } from '../registration-record/same-child.repository.ts';

/**
 * Adds a child to the caller's family, which its first write makes. The consent to the sentence at the button is stored
 * with it: version with the documents that it named, account, moment and address.
 */
export async function createChild(
  context: Context,
  caller: Caller,
  body: z.output<(typeof call)['body']>,
): Promise<Child> {
  const { columns } = context;
  const owner = ownerOf(caller);
  return onceBy(context, caller, { route: routeOf(caller, call.id), body }, async (trx) => {
    const actor = await actorOf(trx, caller);
    const { consent_documents: named = [], same_child_known = false, ...fields } = body;
    refuseFutureBirth(context, fields.birth_date);
    await refuseUnknownRegion(trx, fields, null);
    await refuseMoreChildren(context.config, trx, owner);
    if (!same_child_known) await refuseSameChild(trx, owner, fields, null);
    // Only what the school really asks is kept of what a page says it named.
    const consent = consentTo(
      (await allTypes(trx)).map(({ label }) => label).filter((one) => named.includes(one)),
    );
    const id = await insertChild(trx, columns, fields, {
      user_id: owner,
      version: consent,
      address: caller.origin.address,
    });
    if (fields.nik) await countNikEntry(context.config, trx, owner, id);
    await audit(trx, {
      action: 'child.created',
      actor,
      subject: id,
      details: { consent },
      origin: caller.origin,
    });
    if (caller.family !== undefined) {
      await noteSection(trx, caller, `child:${id}`, () => Promise.resolve(actor));
      await context.outbox.publish(
        trx,
        'counter.child.entered',
        { userId: owner },
        { requestId: caller.origin.requestId },
      );
    }
    const made = await ownChild(trx, owner, id);
    if (!made) throw noChild();
    return toChild(columns, made, false);
  });
}
