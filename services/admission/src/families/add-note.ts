import { addFamilyNote as call, type FamilyNote } from '@gerbang/contracts/families';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { insertNote, keepFamily } from './families.repository.ts';
import { noFamily, toNote } from './read-family.ts';

/** Notes a call with a family. The trail keeps that a note was made, not what it says. */
export async function addNote(
  { database, sealer, now }: Context,
  caller: Caller,
  named: string,
  { text }: z.output<(typeof call)['body']>,
): Promise<FamilyNote> {
  requireKey(caller);
  return onceBy({ database, sealer }, caller, { route: call.id, body: { named, text } }, async (trx) => {
    const userId = await keepFamily(trx, named);
    if (userId === undefined) throw noFamily();
    const by = await actorOf(trx, caller);
    const note = await insertNote(trx, { userId, text, by, at: now() });
    await audit(trx, {
      action: 'family.noted',
      actor: by,
      subject: userId,
      details: { note_id: note.id },
      origin: caller.origin,
    });
    return toNote(note);
  });
}
