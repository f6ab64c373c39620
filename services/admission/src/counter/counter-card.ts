import type { Child } from '@gerbang/contracts/children';
import type { CounterCard } from '@gerbang/contracts/counter';
import type { Parent } from '@gerbang/contracts/parents';
import { toChild } from '../children/children.view.ts';
import type { Context } from '../context.ts';
import { ownParent } from '../parents/parents.repository.ts';
import { emptyParent, toParent } from '../parents/parents.view.ts';
import { isChildLocked, ownChild, ownChildren } from '../registration-record/children.repository.ts';
import { uncheckedKeys } from '../registration-record/entered-sections.repository.ts';
import { findOwnRegistrations } from '../registration-record/registrations.repository.ts';
import { toRegistrationRow } from '../registration-record/registrations.view.ts';
import type { CounterFamily } from './counter.repository.ts';

/** A profile at the counter: without identity numbers and incomes. */
export function profileAtCounter(profile: Parent): CounterCard['profile'] {
  const {
    father_ktp: _fatherKtp,
    mother_ktp: _motherKtp,
    father_income: _fatherIncome,
    mother_income: _motherIncome,
    ...shown
  } = profile;
  return shown;
}

/** A child at the counter: without identity numbers. */
export function childAtCounter(child: Child, editable: boolean): CounterCard['children'][number] {
  const { nik: _nik, kk_number: _kk, ...shown } = child;
  return { ...shown, editable };
}

/** What the counter shows of a family that its caller has opened. */
export async function cardOf(context: Context, { id, name, phone }: CounterFamily): Promise<CounterCard> {
  const { database, columns } = context;
  const db = database.knex;
  const [profile, ids, registrations, unchecked] = await Promise.all([
    ownParent(db, id),
    ownChildren(db, id).orderBy('children.created_at').limit(50).pluck<string[]>('children.id'),
    findOwnRegistrations(db, id, {}).orderBy('registrations.created_at').limit(200),
    uncheckedKeys(db, id),
  ]);
  const children = await Promise.all(
    ids.map(async (child) => {
      const record = await ownChild(db, id, child);
      if (!record) return [];
      const shown = toChild(columns, record, await isChildLocked(db, child));
      return [childAtCounter(shown, unchecked.has(`child:${child}`))];
    }),
  );
  return {
    user_id: id,
    name,
    phone,
    profile: profileAtCounter(profile ? toParent(columns, profile) : emptyParent(id)),
    children: children.flat(),
    registrations: registrations.map(toRegistrationRow),
  };
}
