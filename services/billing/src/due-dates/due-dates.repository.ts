import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { InvoiceRecord } from '../invoices/invoices.repository.ts';

/** Moves the due day of a locked invoice and notes by whom and why; returns the id of the note. */
export async function moveDueDate(
  trx: Db,
  { id, version, due_date, due_moves }: Pick<InvoiceRecord, 'id' | 'version' | 'due_date' | 'due_moves'>,
  { to, reason }: { readonly to: string; readonly reason: string },
  actor: Actor,
): Promise<string> {
  const noteId = uuidv7();
  const move = due_moves + 1;
  await trx('due_date_changes').insert({
    id: noteId,
    invoice_id: id,
    move,
    due_before: due_date,
    due_after: to,
    reason,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
  const changed = await trx('enrollment_invoices')
    .where({ id, version })
    .update({ due_date: to, due_moves: move, version: version + 1, updated_at: trx.fn.now() });
  if (changed !== 1) throw new Error('An invoice changed under its lock');
  return noteId;
}
