import { SCHOOL_EDGES, SCHOOL_STATUSES } from '@gerbang/domain/school-versions';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
/** The moves of a stored version from one state to another. */
const MOVES = SCHOOL_EDGES.flatMap(({ from, to }) =>
  from !== null && to !== null && from !== to ? [`('${from}', '${to}')`] : [],
);

/**
 * The school's settings, one row a version. What was ever in force stays as it was, because an invoice or a dispute is
 * read with the settings of its day. An import or the file of a first start may bring a logo, which is a file of its own
 * purpose.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table school_versions (
      id uuid primary key,
      -- 0 = what the portal begins with before its first settings; it lets no family register.
      version integer not null unique check (version >= 0),
      settings jsonb not null check (octet_length(settings::text) <= 524288),
      status text not null check (status in (${list(SCHOOL_STATUSES)})),
      based_on integer,
      money_changed boolean not null default false,
      note text check (length(note) between 1 and 300),
      edited_by jsonb not null default '[]',
      active_from timestamptz,
      activated_by_id uuid,
      activated_by_name text,
      activated_by_role text,
      activated_at timestamptz,
      retired_at timestamptz,
      row_version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (status = 'draft' or note is not null),
      check ((status in ('active', 'retired')) = (activated_at is not null)),
      check ((status = 'retired') = (retired_at is not null)),
      check (status <> 'scheduled' or active_from is not null)
    );
    create unique index school_versions_active on school_versions (status) where status = 'active';
    create unique index school_versions_open on school_versions ((true)) where status in ('draft', 'scheduled');
    create index school_versions_account_changes on school_versions (activated_at) where activated_at is not null;

    create function school_versions_stay() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.status <> 'draft' then
          raise exception 'only a draft of the school may be deleted' using errcode = 'insufficient_privilege';
        end if;
        return old;
      end if;
      if new.version <> old.version or old.status <> 'draft' and new.settings is distinct from old.settings then
        raise exception 'the settings of this version stay' using errcode = 'insufficient_privilege';
      end if;
      if new.status <> old.status and (old.status, new.status) not in (${MOVES.join(', ')}) then
        raise exception 'a version of the school cannot go from % to %', old.status, new.status
          using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger school_versions_stay before update or delete on school_versions
      for each row execute function school_versions_stay();

    -- Contracts: the lists of allowed values grew.
    alter table files
      drop constraint files_purpose_check,
      add constraint files_purpose_check check (purpose in ('payment_evidence', 'stage_attachment', 'school_logo')),
      drop constraint files_attached_to_check,
      add constraint files_attached_to_check
        check (attached_to in ('registration_payment', 'registration_stage', 'invoice_payment', 'school'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from files where purpose = 'school_logo';
    alter table files
      drop constraint files_purpose_check,
      add constraint files_purpose_check check (purpose in ('payment_evidence', 'stage_attachment')),
      drop constraint files_attached_to_check,
      add constraint files_attached_to_check
        check (attached_to in ('registration_payment', 'registration_stage', 'invoice_payment'));
    drop table school_versions;
    drop function school_versions_stay();
  `);
}
