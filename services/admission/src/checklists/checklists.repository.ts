import { isLiveStage } from '@gerbang/domain/live-stages';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { statementsOf } from '@gerbang/service-kit/data/statements';
import type { Knex } from 'knex';
import type { DocumentRecord, VersionRecord } from '../child-documents/child-documents.repository.ts';
import { countQueue } from '../child-documents/document-queue.repository.ts';
import { liveTypes, type TypeRecord } from '../child-documents/document-types.repository.ts';
import type { Tables } from '../database.types.ts';

type Registration = Tables['registrations'];

/** A type that is asked, with the child's document and its newest version, where there is one. */
export type AskedDocument = Pick<
  TypeRecord,
  'key' | 'label' | 'help' | 'purpose' | 'required' | 'needed_by' | 'gate' | 'facts' | 'retired_at'
> &
  Pick<DocumentRecord, 'status' | 'approved_version'> &
  Pick<VersionRecord, 'reason_code' | 'reason_text'> & {
    readonly sent_at: string | null;
    /** When its state last changed; null where nothing was sent or decided. */
    readonly changed_at: string | null;
  };

/** What the checklist of a registration is made of. */
export type ChecklistRecord = Pick<
  Registration,
  | 'id'
  | 'child_id'
  | 'current_stage'
  | 'payment_status'
  | 'payment_amount'
  | 'enrollment_status'
  | 're_enrolled_on'
  | 'locked'
> & {
  readonly child_name: string;
  readonly family_user_id: string;
  /** The row of `parents`; sealed fields stay sealed: only whether one is empty matters. */
  readonly profile: Readonly<Record<string, unknown>>;
  /** Whether a confirmation of re-enrolment locks the child. */
  readonly child_locked: boolean;
  readonly documents: readonly AskedDocument[];
  /** The seat that is held, or the place on a waiting list; null without either. `until` = the deadline. */
  readonly seat: {
    readonly status: 'waiting' | 'open' | 'accepted' | 'releasing';
    readonly place: number | null;
    readonly until: string | null;
  } | null;
};

/** SQL: whether type `t` is asked for registration `registrations`. */
const ASKED = `t.retired_at is null and registrations.jenjang = any(t.jenjang)
  and (t.classes is null or registrations.kelas = any(t.classes))`;

/** SQL: the fields of a type `t`, and those of its document `d` in the version `v`, in an object. */
const TYPE_FIELDS = `'key', t.key, 'label', t.label, 'help', t.help, 'purpose', t.purpose, 'required', t.required,
  'needed_by', t.needed_by, 'gate', t.gate, 'facts', t.facts, 'retired_at', null`;
const OWN_FIELDS = `'status', coalesce(d.status, 'missing'), 'approved_version', d.approved_version,
  'reason_code', v.reason_code, 'reason_text', v.reason_text, 'sent_at', v.sent_at, 'changed_at', d.updated_at`;

/** SQL: what is asked of the child of a row of `registrations`, with its documents. */
export const ASKED_DOCUMENTS = `coalesce((
  select jsonb_agg(jsonb_build_object(${TYPE_FIELDS}, ${OWN_FIELDS}) order by t.position, t.key)
  from document_types t
  left join child_documents d on d.child_id = registrations.child_id and d.type_id = t.id
  left join document_versions v on v.document_id = d.id and v.number = d.current_version
  where ${ASKED}), '[]') as documents`;

const NOTHING_SENT = {
  status: 'missing',
  approved_version: null,
  reason_code: null,
  reason_text: null,
  sent_at: null,
  changed_at: null,
} as const;
const ASKED_OF_MANY = `select
  coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'jenjang', t.jenjang, 'classes', t.classes,
      'asked', jsonb_build_object(${TYPE_FIELDS})) order by t.position, t.key)
    from document_types t where t.retired_at is null), '[]') as types,
  coalesce((select jsonb_agg(jsonb_build_object('of', d.child_id || ':' || d.type_id, 'own', jsonb_build_object(${OWN_FIELDS})))
    from child_documents d left join document_versions v on v.document_id = d.id and v.number = d.current_version
    where d.child_id = any(?::uuid[])), '[]') as documents`;

/**
 * How to find the `ASKED_DOCUMENTS` of registrations of these children: a statement for all, where each would make the types
 * anew. Which types are asked is the rule of `ASKED`.
 */
export async function askedOfMany(
  db: Db,
  childIds: readonly string[],
): Promise<(of: Pick<Registration, 'child_id' | 'jenjang' | 'kelas'>) => AskedDocument[]> {
  type Own = Omit<AskedDocument, keyof TypeRecord>;
  type Asked = Omit<AskedDocument, keyof Own>;
  const { rows } = await db.raw(ASKED_OF_MANY, [[...childIds]]);
  const [{ types, documents } = { types: [], documents: [] }] = rows as {
    types: (Pick<TypeRecord, 'id' | 'jenjang' | 'classes'> & { readonly asked: Asked })[];
    documents: { of: string; own: Own }[];
  }[];
  const own = new Map(documents.map((one) => [one.of, one.own]));
  return ({ child_id, jenjang, kelas }) =>
    types
      .filter((type) => type.jenjang.includes(jenjang) && (type.classes?.includes(kelas ?? '') ?? true))
      .map(({ id, asked }) => ({ ...asked, ...(own.get(`${child_id}:${id}`) ?? NOTHING_SENT) }));
}

const CHILD_LOCKED = `exists (select from registrations other where other.child_id = registrations.child_id
  and other.locked and other.deleted_at is null) as child_locked`;

/** SQL: the seat of a row of `registrations`, or its place by the number that was written last. */
const SEAT = `coalesce((
  select jsonb_build_object('status', o.status, 'until', o.answer_until, 'place', null)
  from offers o where o.registration_id = registrations.id and o.status <> 'released'), (
  select jsonb_build_object('status', w.status, 'until', null, 'place', (
    select p.position from waitlist_positions p where p.entry_id = w.id order by p.event_id desc limit 1))
  from waitlist_entries w where w.registration_id = registrations.id and w.status = 'waiting')) as seat`;

function records(db: Db): Knex.QueryBuilder {
  return db('registrations')
    .join('children', 'children.id', 'registrations.child_id')
    .join('parents', 'parents.id', 'children.parent_id')
    .whereNull('registrations.deleted_at')
    .select(
      'registrations.id',
      'registrations.child_id',
      'registrations.current_stage',
      'registrations.payment_status',
      'registrations.payment_amount',
      'registrations.enrollment_status',
      'registrations.re_enrolled_on',
      'registrations.locked',
      'children.full_name as child_name',
      'parents.user_id as family_user_id',
      db.raw('to_jsonb(parents) as profile'),
      db.raw(CHILD_LOCKED),
      db.raw(SEAT),
      db.raw(ASKED_DOCUMENTS),
    );
}

/** Reads what the checklist of a registration of an account is made of, by a named statement. */
export function ownChecklistRead(database: Database) {
  const read = statementsOf<ChecklistRecord>(database, 'admission_own_checklist');
  return async (user: string, id: string): Promise<ChecklistRecord | undefined> => {
    const rows = await read('own', { user, id }, (value) =>
      records(database.knex).where({ 'registrations.id': value.id, 'parents.user_id': value.user }),
    );
    return rows?.[0];
  };
}

/** The same of any registration; undefined for a deleted or unknown one. */
export async function checklistRecord(db: Db, id: string): Promise<ChecklistRecord | undefined> {
  return records(db).where('registrations.id', id).first<ChecklistRecord | undefined>();
}

/** The same of these registrations, in the order of their ids; deleted and unknown ones are left out. */
export async function checklistRecords(trx: Db, ids: readonly string[]): Promise<ChecklistRecord[]> {
  return records(trx).whereIn('registrations.id', ids).orderBy('registrations.id');
}

/** The newest registration of a child that goes on. */
export async function newestLiveOf(db: Db, childId: string): Promise<string | undefined> {
  const rows = await db('registrations')
    .where({ child_id: childId })
    .whereNull('deleted_at')
    .orderBy('created_at', 'desc')
    .select<Pick<Registration, 'id' | 'current_stage'>[]>('id', 'current_stage');
  return rows.find(({ current_stage }) => isLiveStage(current_stage))?.id;
}

/** Documents that wait for a review, those of the queue; undefined where the school asks for none and none waits. */
export async function countWaitingDocuments(db: Db): Promise<number | undefined> {
  const waiting = await countQueue(db, { status: 'uploaded' });
  return waiting > 0 || (await liveTypes(db)).length > 0 ? waiting : undefined;
}
