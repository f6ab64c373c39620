import type { Knex } from 'knex';

const REVIEW = [
  'decision',
  'reason_code',
  'reason_text',
  'reviewed_by_id',
  'reviewed_by_name',
  'reviewed_by_role',
];
const without = (row: string) =>
  ['note', ...REVIEW, 'reviewed_at'].reduce((text, column) => `${text} - '${column}'`, `to_jsonb(${row})`);
const review = (row: string) =>
  `(${[...REVIEW, 'reviewed_at'].map((column) => `${row}.${column}`).join(', ')})`;

/** The columns of a review are written once, all of them; only an approval may be taken back, with a review of its own. */
const kept = (decided: string) => `
  create or replace function version_is_kept() returns trigger language plpgsql as $$
  begin
    -- Sealing with another key says nothing new.
    if ${without('new')} is distinct from ${without('old')}
      or (new.note is null) <> (old.note is null)
      or (${decided}) then
      raise exception 'this change of a document''s version is not allowed' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$`;
const TAKEN_BACK = `old.decision = 'approved' and new.decision is not distinct from 'returned'`;

/** Reviews are set once, to the last column. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    kept(
      `old.decision is not null and ${review('new')} is distinct from ${review('old')} and not (${TAKEN_BACK})`,
    ),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    kept(`old.decision is not null and new.decision is distinct from old.decision and not (${TAKEN_BACK})`),
  );
}
