import type { remindDocuments as call } from '@gerbang/contracts/checklists';
import { auditAll } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { checklistRecords } from './checklists.repository.ts';
import { askReminders } from './document-messages.repository.ts';
import { missingDocuments } from './document-messages.ts';

/** A family is reminded of a registration's documents once in so long. */
const APART_MS = 3 * 86_400_000;

/**
 * Reminds the families of these registrations of required documents that are missing; the worker sends by day. Skipped:
 * registrations that miss none, were reminded within three days, have ended, or are not there.
 */
export async function remindFamilies(
  { database, sealer, now }: Context,
  caller: Caller,
  route: string,
  body: z.output<(typeof call)['body']>,
): Promise<{ sent: number; skipped: number }> {
  requireKey(caller);
  return onceBy({ database, sealer }, caller, { route, body }, async (trx) => {
    const ids = [...new Set(body.registration_ids)];
    const open = (await checklistRecords(trx, ids)).filter((record) => missingDocuments(record).length > 0);
    const at = now();
    const asked = new Set(
      await askReminders(
        trx,
        open.map(({ id }) => id),
        { at, since: new Date(at.getTime() - APART_MS) },
      ),
    );
    const actor = await actorOf(trx, caller);
    await auditAll(
      trx,
      open
        .filter(({ id }) => asked.has(id))
        .map((record) => ({
          action: 'document.reminded',
          actor,
          subject: record.id,
          details: {
            child_id: record.child_id,
            document_types: missingDocuments(record).map((one) => one.key),
          },
          origin: caller.origin,
        })),
    );
    return { sent: asked.size, skipped: ids.length - asked.size };
  });
}
