import type { Registration } from '@gerbang/contracts/registrations';
import type { LockedChange } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { noRegistration, REGISTRATION_ACTIONS } from './rules.ts';
import { toRegistration } from './registrations.view.ts';
import {
  fullRegistration,
  type LockedRegistration,
  lockOne,
  ownRegistrations,
} from './registrations.repository.ts';

/** A registration of this account as its GET shows it; 404 where there is none. */
export async function readOwnRegistration(
  context: Pick<Context, 'columns' | 'school'>,
  db: Db,
  userId: string,
  id: string,
): Promise<Registration> {
  const record = await fullRegistration(ownRegistrations(db, userId), db, id);
  if (!record) throw noRegistration();
  return toRegistration(context, record);
}

/** The steps that all changes of a registration by its family share: lock, 404, 409 `stale` and view. */
export function ownRegistrationSteps(
  context: Context,
  caller: Caller,
  id: string,
): Pick<LockedChange<LockedRegistration, unknown, Registration>, 'lock' | 'notFound' | 'expect' | 'view'> {
  const view = ({ trx }: { readonly trx: Db }) => readOwnRegistration(context, trx, caller.id, id);
  return {
    lock: (trx) => lockOne(ownRegistrations(trx, caller.id), id),
    notFound: noRegistration,
    expect: { actions: REGISTRATION_ACTIONS, present: view },
    view,
  };
}
