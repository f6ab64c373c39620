import type { Db } from '@gerbang/service-kit/data/database';
import { searchKey } from '@gerbang/service-kit/data/text-search';
import { Problem } from '@gerbang/service-kit/http/problems';
import { lockFamily } from './children.repository.ts';

/** SQL: another child with this birth date. */
const OTHER = `select from children other where other.id <> children.id and other.deleted_at is null
  and other.birth_date = children.birth_date`;

/**
 * SQL of `children`: whether the family has another child of this name, in any spelling, and this birth date. The families are compared
 * as texts, so that the index of names gives it: that of families gives as many as there are, and the planner counts with two.
 */
export const HAS_SAME_CHILD = `exists (${OTHER} and ${searchKey('other.full_name')} = ${searchKey('children.full_name')}
  and other.parent_id::text = children.parent_id::text)`;
/** The same for a row of a list: few families have two of one birth date, and only their names are brought into one spelling. */
export const SAME_CHILD = `(exists (${OTHER} and other.parent_id = children.parent_id) and ${HAS_SAME_CHILD}) as same_child`;

/** The children of whom `HAS_SAME_CHILD` is true; names are compared only where an index finds two of one family and birth date. */
export function childrenEnteredTwice(db: Db) {
  const living = () => db('children').whereNull('deleted_at');
  const day = ['parent_id', 'birth_date'] as const;
  return living()
    .whereIn([...day], living().groupBy(day).havingRaw('count(*) > 1').select(day))
    .whereRaw(HAS_SAME_CHILD)
    .select('id');
}

interface Typed {
  readonly full_name: string;
  readonly birth_date: string;
}

/**
 * 409 where the family of this account already has a child of this name and birth date. The family stays locked until the
 * transaction ends, so that of two entries at one time the second one sees the first.
 */
export async function refuseSameChild(
  trx: Db,
  userId: string,
  { full_name, birth_date }: Typed,
  /** The child that is changed; null = a new one. */
  own: string | null,
): Promise<void> {
  const rows = trx('children')
    .where({ parent_id: await lockFamily(trx, userId), birth_date })
    .whereNull('deleted_at')
    .whereRaw(`${searchKey('full_name')} = ${searchKey('?::text')}`, [full_name]);
  if (own !== null) void rows.whereNot({ id: own });
  const other = await rows
    .orderBy('created_at')
    .first<{ id: string; full_name: string } | undefined>(['id', 'full_name']);
  if (!other) return;
  const { id, full_name: name } = other;
  throw new Problem(
    409,
    'same_child',
    'Anak ini sudah ada. Anak Anda dengan nama dan tanggal lahir ini sudah tersimpan; buka datanya, atau simpan sebagai anak lain.',
    { details: { child_id: id, full_name: name } },
  );
}

/** Whether the family has another child of the name and birth date of this one. */
export async function hasSameChild(db: Db, childId: string): Promise<boolean> {
  const row = await db('children')
    .where({ id: childId })
    .first<{ same_child: boolean } | undefined>(db.raw(SAME_CHILD));
  return row?.same_child ?? false;
}
