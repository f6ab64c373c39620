import {
  DOCUMENT_ACCEPTS,
  DOCUMENT_FACTS,
  DOCUMENT_GATES,
  DOCUMENT_MOMENTS,
  DOCUMENT_STATUSES,
  RETURN_REASONS,
} from '@gerbang/domain/child-documents';
import { JENJANG } from '@gerbang/domain/levels';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
const array = (values: readonly string[]) => `array[${list(values)}]::text[]`;

interface Seed {
  readonly key: string;
  readonly label: string;
  readonly help: string;
  readonly purpose: string;
  readonly jenjang: readonly string[];
  readonly classes?: readonly string[];
  readonly required?: false;
  readonly needed_by?: string;
  readonly max_files?: number;
  readonly facts?: readonly string[];
}

const ALL = [...JENJANG];
const YOUNG = ['KB', 'TK'];

/** What schools ask, each with the reason why (UU 27/2022: no document without a purpose). */
const SEEDS: readonly Seed[] = [
  {
    key: 'akta',
    label: 'Akta kelahiran',
    help: 'Nama anak, tanggal lahir, dan nama orang tua terbaca jelas.',
    purpose: 'untuk memastikan ejaan nama di rapor dan Dapodik',
    jenjang: ALL,
    facts: ['child_name', 'birth_date', 'parent_names'],
  },
  {
    key: 'kk',
    label: 'Kartu keluarga',
    help: 'Seluruh halaman terlihat; NIK dan nomor KK terbaca jelas.',
    purpose: 'untuk mencocokkan NIK, nomor KK, dan alamat yang dilaporkan ke Dapodik',
    jenjang: ALL,
    facts: ['nik', 'kk_number', 'parent_names', 'address'],
  },
  {
    key: 'pas_foto',
    label: 'Pas foto anak',
    help: 'Wajah terlihat jelas dari depan.',
    purpose: 'untuk kartu murid dan buku induk',
    jenjang: ALL,
  },
  {
    key: 'ktp_ayah',
    label: 'KTP ayah',
    help: 'Nama dan NIK terbaca jelas.',
    purpose: 'untuk memastikan siapa yang bertanggung jawab atas anak',
    jenjang: ALL,
    required: false,
  },
  {
    key: 'ktp_ibu',
    label: 'KTP ibu',
    help: 'Nama dan NIK terbaca jelas.',
    purpose: 'untuk memastikan siapa yang bertanggung jawab atas anak',
    jenjang: ALL,
    required: false,
  },
  {
    key: 'imunisasi',
    label: 'Catatan imunisasi',
    help: 'Halaman imunisasi buku KIA atau surat dari puskesmas.',
    purpose: 'untuk kesehatan anak di sekolah',
    jenjang: YOUNG,
    required: false,
    max_files: 5,
  },
  {
    key: 'rapor',
    label: 'Rapor',
    help: 'Halaman nilai semester terakhir.',
    purpose: 'untuk menempatkan anak di kelas yang sesuai',
    jenjang: ['SD', 'SMP'],
    classes: ['2', '3', '4', '5', '6', '7', '8', '9'],
    needed_by: 'observation',
    max_files: 10,
  },
  {
    key: 'skl_ijazah',
    label: 'Surat keterangan lulus atau ijazah',
    help: 'Nama, nomor, dan tanggal terbaca jelas.',
    purpose: 'untuk membuktikan kelulusan jenjang sebelumnya',
    jenjang: ['SMP'],
    max_files: 2,
  },
  {
    key: 'surat_pindah',
    label: 'Surat pindah',
    help: 'Untuk murid pindahan, dari sekolah asal.',
    purpose: 'untuk memindahkan data anak di Dapodik',
    jenjang: ['SD', 'SMP'],
    required: false,
    max_files: 3,
  },
  {
    key: 'surat_sehat',
    label: 'Surat keterangan sehat',
    help: 'Dari dokter atau puskesmas.',
    purpose: 'untuk mengetahui kebutuhan khusus anak di sekolah',
    jenjang: ALL,
    required: false,
  },
];

/**
 * Documents of a child: what the school asks and why, their state, every version that was sent with its review, and the
 * facts that a person compared. Of the seeded types a missing one warns and holds no family back.
 * Contracts: the lists of purposes and of what a file belongs to grew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table document_types (
      id uuid primary key,
      key text not null unique check (key ~ '^[a-z_]{2,30}$'),
      label text not null check (length(label) between 1 and 60),
      help text not null check (length(help) <= 200),
      purpose text not null check (length(purpose) between 1 and 200),
      jenjang text[] not null check (jenjang <@ ${array(JENJANG)} and cardinality(jenjang) > 0),
      classes text[],
      required boolean not null,
      needed_by text not null check (needed_by in (${list(DOCUMENT_MOMENTS)})),
      gate text not null check (gate in (${list(DOCUMENT_GATES)})),
      -- A gate that blocks counts for registrations made after it was set.
      blocks_from timestamptz check ((gate = 'block') = (blocks_from is not null)),
      max_files integer not null check (max_files between 1 and 10),
      accepts text not null check (accepts in (${list(DOCUMENT_ACCEPTS)})),
      facts text[] not null default '{}' check (facts <@ ${array(DOCUMENT_FACTS)}),
      expires_months integer check (expires_months between 1 and 120),
      position integer not null,
      retired_at timestamptz,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table child_documents (
      id uuid primary key,
      child_id uuid not null references children (id) on delete cascade,
      type_id uuid not null references document_types (id),
      status text not null check (status in (${list(DOCUMENT_STATUSES)})),
      current_version integer,
      -- The version whose approval counts, also while a newer one waits.
      approved_version integer,
      waived_reason text check (length(waived_reason) between 5 and 200),
      expires_on date,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (child_id, type_id),
      check (status not in ('uploaded', 'approved', 'returned') or current_version is not null),
      check (status <> 'approved' or approved_version is not null),
      check (status not in ('returned', 'missing') or approved_version is null),
      check (status not in ('waived', 'seen') or waived_reason is not null)
    );
    create index child_documents_waiting on child_documents (updated_at, id) where status = 'uploaded';
    create index child_documents_by_status on child_documents (status, updated_at, id);
    create index child_documents_expiring on child_documents (expires_on) where expires_on is not null;

    create table document_versions (
      id uuid primary key,
      document_id uuid not null references child_documents (id) on delete cascade,
      number integer not null check (number > 0),
      -- Ids of files in the order of the pages.
      files jsonb not null check (jsonb_array_length(files) between 1 and 10),
      note text,
      sent_by_id uuid not null,
      sent_by_name text,
      sent_by_role text not null,
      sent_at timestamptz not null default now(),
      decision text check (decision in ('approved', 'returned')),
      reason_code text check (reason_code in (${list(RETURN_REASONS)})),
      reason_text text check (length(reason_text) <= 300),
      reviewed_by_id uuid,
      reviewed_by_name text,
      reviewed_by_role text,
      reviewed_at timestamptz,
      unique (document_id, number),
      check ((decision is null) = (reviewed_at is null)),
      check ((decision is null) = (reviewed_by_id is null)),
      check ((decision is not distinct from 'returned') = (reason_code is not null)),
      check (reason_code is distinct from 'lain' or reason_text is not null)
    );
    comment on column document_versions.note is 'sealed';

    create function version_is_kept() returns trigger language plpgsql as $$
    begin
      -- Sealing with another key says nothing new.
      if to_jsonb(new) - 'note' - 'decision' - 'reason_code' - 'reason_text' - 'reviewed_by_id' - 'reviewed_by_name'
          - 'reviewed_by_role' - 'reviewed_at'
        is distinct from
         to_jsonb(old) - 'note' - 'decision' - 'reason_code' - 'reason_text' - 'reviewed_by_id' - 'reviewed_by_name'
          - 'reviewed_by_role' - 'reviewed_at'
        or (new.note is null) <> (old.note is null)
        -- An approval may be taken back; nothing else is decided twice.
        or (old.decision is not null and new.decision is distinct from old.decision
          and not (old.decision = 'approved' and new.decision = 'returned')) then
        raise exception 'this change of a document''s version is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger document_versions_kept before update on document_versions
      for each row execute function version_is_kept();

    create table facts_checked (
      child_id uuid not null references children (id) on delete cascade,
      fact text not null check (fact in (${list(DOCUMENT_FACTS)})),
      document_version_id uuid not null references document_versions (id) on delete cascade,
      -- HMAC of the value as it was compared.
      value_hmac bytea not null check (length(value_hmac) = 32),
      checked_by_id uuid not null,
      checked_by_name text,
      checked_by_role text not null,
      at timestamptz not null default now(),
      primary key (child_id, fact)
    );
    create index facts_checked_of_version on facts_checked (document_version_id);

    alter table files
      drop constraint files_purpose_check,
      add constraint files_purpose_check
        check (purpose in ('payment_evidence', 'stage_attachment', 'school_logo', 'child_document')),
      drop constraint files_attached_to_check,
      add constraint files_attached_to_check check (
        attached_to in ('registration_payment', 'registration_stage', 'invoice_payment', 'school', 'child_document')
      );
  `);
  await knex('document_types').insert(
    SEEDS.map((seed, at) => ({
      id: uuidv7(),
      key: seed.key,
      label: seed.label,
      help: seed.help,
      purpose: seed.purpose,
      jenjang: seed.jenjang,
      classes: seed.classes ?? null,
      required: seed.required ?? true,
      needed_by: seed.needed_by ?? 're_enrolment',
      gate: 'warn',
      max_files: seed.max_files ?? 2,
      accepts: seed.key === 'pas_foto' ? 'image' : 'image_pdf',
      facts: seed.facts ?? [],
      position: at + 1,
    })),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table facts_checked, document_versions, child_documents, document_types;
    drop function version_is_kept();
    delete from files where purpose = 'child_document';
    alter table files
      drop constraint files_purpose_check,
      add constraint files_purpose_check check (purpose in ('payment_evidence', 'stage_attachment', 'school_logo')),
      drop constraint files_attached_to_check,
      add constraint files_attached_to_check
        check (attached_to in ('registration_payment', 'registration_stage', 'invoice_payment', 'school'));
  `);
}
