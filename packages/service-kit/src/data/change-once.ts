import type { Caller } from '../http/caller.ts';
import { onceBy, requireKey } from '../http/idempotency.ts';
import type { Versioned } from '../http/versions.ts';
import { changeLocked, type LockedChange } from './change-locked.ts';
import type { Database } from './database.ts';
import type { Sealer } from './sealing.ts';

/**
 * Changes one record under its lock, at most once for the key of the call: a repeat gets the first answer. `route` and `body`
 * tell which call the key belongs to. 400 `idempotency_key_required` without one.
 */
export async function changeOnce<Row extends Versioned, Change, View>(
  context: { readonly database: Database; readonly sealer: Sealer },
  caller: Caller,
  call: { readonly route: string; readonly body: object },
  change: LockedChange<Row, Change, View>,
): Promise<View> {
  requireKey(caller);
  return onceBy(context, caller, call, (trx) =>
    changeLocked({ transaction: (work) => work(trx) }, caller, change),
  );
}
