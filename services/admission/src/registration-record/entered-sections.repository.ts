import type { Actor } from '@gerbang/service-kit/audit/audit';
import { type Db, type Prepared, preparedIn } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';

/** A part of a family's data: its profile, one child, or one registration. */
export type SectionKey = 'profile' | `child:${string}` | `registration:${string}`;

/** SQL of `entered_sections s`: its family has neither confirmed it nor had four weeks to. */
export const UNCHECKED = `s.confirmed_at is null and s.entered_at > now() - interval '28 days'`;

const ENTER = `
  insert into entered_sections (user_id, key, entered_by_id, entered_by_name, entered_by_role)
  values ($1, $2, $3, $4, $5)
  on conflict (user_id, key) do update set entered_by_id = excluded.entered_by_id, entered_at = now(),
    entered_by_name = excluded.entered_by_name, entered_by_role = excluded.entered_by_role, confirmed_at = null`;

/** Marks a section as entered by the school; its family is asked to check it. */
export async function enterSection(
  run: Prepared,
  userId: string,
  key: SectionKey,
  { id, name, role }: Actor,
): Promise<void> {
  await run('section_enter', ENTER, [userId, key, id, name, role]);
}

/** Marks sections of a family as right; those that are marked, or another family's, stay as they are. */
export async function confirmEntered(trx: Db, userId: string, keys: readonly string[]): Promise<string[]> {
  const rows = await trx('entered_sections')
    .where({ user_id: userId })
    .whereIn('key', keys)
    .whereNull('confirmed_at')
    .update({ confirmed_at: trx.fn.now() })
    .returning<{ key: string }[]>('key');
  return rows.map(({ key }) => key);
}

/** Notes that a section was written: by the school, which its family is to check, or by its family, which has checked it then. */
export async function noteSection(
  trx: Knex.Transaction,
  caller: Caller,
  key: SectionKey,
  actor: () => Promise<Actor>,
): Promise<void> {
  if (caller.family === undefined) await confirmEntered(trx, caller.id, [key]);
  else await enterSection(preparedIn(trx), caller.family, key, await actor());
}

/** The keys of a family's sections that wait to be checked. */
export async function uncheckedKeys(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const keys = await db('entered_sections as s').where({ user_id: userId }).whereRaw(UNCHECKED).pluck('key');
  return new Set(keys as string[]);
}

/** 409 where the family entered the section itself, or counts as having checked it. */
export async function refuseUnlessEntered(trx: Db, userId: string, key: SectionKey): Promise<void> {
  if ((await uncheckedKeys(trx, userId)).has(key)) return;
  throw conflict(
    'confirmed_by_family',
    'Data ini sudah diperiksa atau diisi keluarganya. Pakai koreksi di pendaftaran untuk mengubahnya.',
  );
}
