import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { Context } from '../context.ts';
import type { FullRegistration } from './registrations.repository.ts';
import { CHILD_SORT, SEARCH_TEXT } from './search-text.ts';

type Copy = EventPayload<'registration.changed'>;

/** What others keep of registrations, as it stands now, with the version that was just given. */
async function copiesOf(trx: Db, ids: readonly string[]): Promise<Copy[]> {
  return trx('registrations as r')
    .join('children as c', 'c.id', 'r.child_id')
    .join('parents as p', 'p.id', 'c.parent_id')
    .leftJoin('accounts as a', 'a.id', 'p.user_id')
    .whereIn('r.id', ids)
    .orderBy('r.id')
    .select<Copy[]>(
      'r.id',
      'r.event_version as version',
      trx.raw('r.deleted_at is not null as deleted'),
      'p.user_id',
      'p.id as parent_id',
      'r.child_id',
      'c.full_name as child_name',
      'c.nick_name as child_nick_name',
      'c.gender as child_gender',
      'p.father_name',
      'p.mother_name',
      'p.father_phone',
      'p.mother_phone',
      'p.contact_phone',
      'a.phone as login_phone',
      'r.registration_number',
      'r.jenjang',
      'r.kelas',
      'r.academic_year',
      'r.current_stage',
      'r.payment_status',
    );
}

const RENEW = `
  update registrations r
  set event_version = r.event_version + 1, search_text = ${SEARCH_TEXT}, child_sort = ${CHILD_SORT}
  from children c join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
  where c.id = r.child_id
    and r.id in (select id from registrations where id = any(?::uuid[]) order by id for no key update)`;

/**
 * Raises the version, and writes anew what staff search and sort by: it is made of what the others are told of. Rows
 * are locked in the order of the ids, so that two changes of one family never wait for each other in a circle.
 */
export async function renewRegistrations(trx: Db, ids: readonly string[]): Promise<void> {
  await trx.raw(RENEW, [[...ids]]);
}

/**
 * Tells the others how these registrations stand now, in the transaction of the change. Every telling raises the
 * version that their copies are kept by.
 */
export async function publishRegistrations(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await renewRegistrations(trx, ids);
  for (const copy of await copiesOf(trx, ids)) {
    await context.outbox.publish(trx, 'registration.changed', copy, { version: copy.version });
  }
}

/**
 * The same for registrations whose change has raised the version with it, and nothing that staff search or sort by: in
 * two statements, whatever their number.
 */
export async function publishRaised(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const copies = await copiesOf(trx, ids);
  await context.outbox.publishMany(trx, 'registration.changed', copies, {
    versionOf: ({ version }) => version,
  });
}

/** The same for all registrations of a family that are not deleted: names, phones or the login phone changed. */
export async function publishRegistrationsOfFamily(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  parentId: string,
): Promise<void> {
  const ids = await trx('registrations as r')
    .join('children as c', 'c.id', 'r.child_id')
    .where('c.parent_id', parentId)
    .whereNull('r.deleted_at')
    .pluck<string[]>('r.id');
  await publishRegistrations(context, trx, ids);
}

/** The same for all registrations of a child that are not deleted: its names changed. */
export async function publishRegistrationsOfChild(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  childId: string,
): Promise<void> {
  const ids = await trx('registrations')
    .where({ child_id: childId })
    .whereNull('deleted_at')
    .pluck<string[]>('id');
  await publishRegistrations(context, trx, ids);
}

/** Tells the others of a registration that was just written, with what its writing has read already. */
export async function publishNewRegistration(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  { child, parent, ...made }: FullRegistration,
  account: AccountCopy | null,
): Promise<void> {
  const copy: Copy = {
    id: made.id,
    version: 1,
    deleted: false,
    user_id: parent.user_id,
    parent_id: parent.id,
    child_id: child.id,
    child_name: child.full_name,
    child_nick_name: child.nick_name,
    child_gender: child.gender,
    father_name: parent.father_name,
    mother_name: parent.mother_name,
    father_phone: parent.father_phone,
    mother_phone: parent.mother_phone,
    contact_phone: parent.contact_phone,
    login_phone: account?.phone ?? null,
    registration_number: made.registration_number,
    jenjang: made.jenjang,
    kelas: made.kelas,
    academic_year: made.academic_year,
    current_stage: made.current_stage,
    payment_status: made.payment_status,
  };
  await context.outbox.publish(trx, 'registration.changed', copy, { version: copy.version });
}

const REPLAY_BATCH = 200;

/**
 * Tells all registrations again, deleted ones too, in batches that each commit: what a reader missed reaches it, what
 * it has is only renewed. Answers how many.
 */
export async function replayRegistrations(
  context: Pick<Context, 'outbox' | 'database'>,
  batch = REPLAY_BATCH,
): Promise<number> {
  let told = 0;
  let after: string | undefined;
  for (;;) {
    const ids = await context.database.transaction(async (trx) => {
      const next = trx('registrations').orderBy('id').limit(batch);
      if (after !== undefined) void next.where('id', '>', after);
      const found = await next.pluck<string[]>('id');
      await publishRegistrations(context, trx, found);
      return found;
    });
    told += ids.length;
    after = ids.at(-1);
    if (ids.length < batch) return told;
  }
}
