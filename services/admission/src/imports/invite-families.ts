import { inviteImport as call } from '@gerbang/contracts/imports';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { onceInPieces, requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { inviteAccounts } from './accounts.client.ts';
import { noImport } from './change-import.ts';
import { madeFamilies } from './import-rows.repository.ts';
import { importById, noteTested } from './imports.repository.ts';
import { refuseState } from './run-import.ts';

type Invited = z.input<(typeof call)['response'][200]>;

/** Auth makes a code for each. */
const AT_ONCE = 50;

/**
 * Invites the families that an import made, each once: the message leaves by day and holds a link of 72 hours. `test` sends it
 * to the caller first; 409 `test_first` without one. A call that was cut off goes on with those that have none.
 */
export function inviteFamilies(
  context: Context,
  caller: Caller,
  id: string,
  { test = false }: z.output<(typeof call)['body']>,
): Promise<Invited> {
  requireKey(caller);
  return onceInPieces(context, caller, { route: call.id, body: { id, test } }, () =>
    invite(context, caller, id, test),
  );
}

async function invite(context: Context, caller: Caller, id: string, test: boolean): Promise<Invited> {
  const { database, columns, now } = context;
  const found = await importById(database.knex, columns, id);
  if (!found) throw noImport();
  refuseState(found, ['stopped', 'done']);
  if (!test && found.tested_at === null) throw conflict('test_first', 'Kirim pesan uji ke nomor Anda dulu.');
  const { requestId } = caller.origin;
  const families = await madeFamilies(database.knex, id);
  let invited = 0;
  if (test) {
    await inviteAccounts(
      context,
      { user_ids: [], test: { actor_id: caller.id, key: String(caller.idempotencyKey) } },
      requestId,
    );
    invited = 1;
  } else {
    for (let at = 0; at < families.length; at += AT_ONCE)
      invited += (await inviteAccounts(context, { user_ids: families.slice(at, at + AT_ONCE) }, requestId))
        .invited;
  }
  await database.transaction(async (trx) => {
    if (test) await noteTested(trx, id, now());
    await audit(trx, {
      action: test ? 'import.invitation_tested' : 'import.invited',
      actor: await actorOf(trx, caller),
      subject: id,
      details: { families: families.length, invited },
      origin: caller.origin,
    });
  });
  return { invited, families: families.length, test };
}
