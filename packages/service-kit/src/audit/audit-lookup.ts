import {
  AUDIT_TOTAL_MAX,
  type AuditCall,
  type auditEntrySchema,
  type AuditFileCall,
} from '@gerbang/contracts/audit';
import { type Ability, can } from '@gerbang/domain/abilities';
import { isRole, type Role, ROLE_WORDS } from '@gerbang/domain/roles';
import type { FastifyInstance } from 'fastify';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Database, Db } from '../data/database.ts';
import { moment, type SheetColumn, text } from '../http/cells.ts';
import type { Verifier } from '../http/identity.ts';
import { type Files, mountListFile, wholeOf } from '../http/list-file.ts';
import { mount } from '../http/mount.ts';
import { sendList, type List } from '../http/paging.ts';
import { nameKey, nameSearch } from '../data/text-search.ts';

type AuditEntry = z.output<typeof auditEntrySchema>;
type Query = z.output<AuditCall['query']>;

/** A row of the trail as the database gives it. */
interface AuditRecord {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly actor_role: string | null;
  readonly subject_id: string | null;
  readonly details: Record<string, unknown>;
  readonly request_id: string | null;
  readonly address: string | null;
}

/** How a service names the records of its trail. */
export interface Subjects {
  /** Gives `id`, `name`, `number` and `family_id` of the records among `:ids`. */
  readonly sql: string;
  /** The ability that reads the names. */
  readonly names: Ability;
  /** How what was typed finds records: `name` and `number` are columns of `from`, whose rows are called `r`. */
  readonly searched: {
    readonly from: string;
    /** A column with both, in lower case and without apostrophes, that has a trigram index. */
    readonly text?: string;
    readonly name: string;
    /** Whether the name's `searchKey` has a trigram index. */
    readonly indexed?: true;
    /** Null where they have none. */
    readonly number: string | null;
    /** Gives the ids of all records that belong to `found`, the rows that were found. */
    readonly records: string;
  };
}

/** So many children or accounts of a name are looked up, the newest; more say nothing. */
const MOST_FOUND = 200;

const START_OF_DAY = "?::date::timestamp at time zone 'Asia/Jakarta'";
const END_OF_DAY = "(?::date + 1)::timestamp at time zone 'Asia/Jakarta'";

/** What a list of the trail shows of its records, and to whom. */
interface Shown extends Pick<Subjects, 'sql' | 'searched'> {
  /** Whether the reader may know the names: else none is searched. */
  readonly named: boolean;
}

/** The condition that the actor, or the record's name or number, holds what was typed; null = no search. */
function searched(db: Db, { searched: by, named }: Shown, search: string | undefined) {
  const actor = nameSearch(search, { indexed: ['actor_name'] });
  // A number has a digit.
  const others = by.number !== null && /\d/u.test(search ?? '') ? [by.number] : [];
  const names = named ? { [by.indexed ? 'indexed' : 'names']: [by.name] } : {};
  const record = named || others.length > 0 ? nameSearch(search, { ...names, others }) : null;
  if (actor === null || record === null) return actor;
  const found = db
    .from(db.raw(by.from))
    .where(record)
    .select('r.*')
    .orderBy('r.id', 'desc')
    .limit(MOST_FOUND);
  if (by.text !== undefined) void found.whereRaw(`${by.text} like lower(?)`, [nameKey(search)]);
  // As an array they are looked up by the index of subjects.
  return (any: Knex.QueryBuilder) =>
    void any.where(actor).orWhereRaw(`subject_id = any (array(with found as ? ${by.records}))`, [found]);
}

function filtered(db: Db, query: Query, shown: Shown) {
  const rows = db('audit_events');
  const { actor_id, subject_id, action, from, to } = query;
  if (actor_id !== undefined) void rows.where({ actor_id });
  if (subject_id !== undefined) void rows.where({ subject_id });
  if (action?.includes('.')) void rows.where({ action });
  else if (action !== undefined) void rows.whereRaw("split_part(action, '.', 1) = ?", [action]);
  if (from !== undefined) void rows.whereRaw(`at >= ${START_OF_DAY}`, [from]);
  if (to !== undefined) void rows.whereRaw(`at < ${END_OF_DAY}`, [to]);
  const found = searched(db, shown, query.search);
  return found === null ? rows : rows.where(found);
}

type Subject = NonNullable<AuditEntry['subject']>;

/** What the service knows of these records. */
async function subjectsOf(
  { knex }: Database,
  { sql, named }: Shown,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, Subject>> {
  const { rows } = await knex.raw<{ rows: (Subject & { id: string })[] }>(sql, {
    ids: [...new Set(ids.filter((id) => id !== null))],
  });
  return new Map(
    rows.map(({ id, name, number, family_id }) => [id, { name: named ? name : null, number, family_id }]),
  );
}

function toEntry(record: AuditRecord, subjects: ReadonlyMap<string, Subject>): AuditEntry {
  const { actor_id: id, actor_name: name, actor_role: role } = record;
  return {
    id: record.id,
    at: new Date(record.at).toISOString(),
    action: record.action,
    actor: id === null || role === null ? null : { id, name, role },
    subject_id: record.subject_id,
    subject: subjects.get(record.subject_id ?? '') ?? null,
    details: record.details,
    request_id: record.request_id,
    address: record.address,
  };
}

/** The filtered trail, newest first; the total is capped, so that a trail of years costs no more. */
function auditList(database: Database, shown: Shown, query: Query): List<AuditRecord, AuditEntry> {
  const db = database.knex;
  return {
    table: 'audit_events',
    keys: { at: 'audit_events.at' },
    defaultSort: '-at',
    rows: () =>
      filtered(db, query, shown).select(
        'id',
        'at',
        'action',
        'actor_id',
        'actor_name',
        'actor_role',
        'subject_id',
        'details',
        'request_id',
        'address',
      ),
    count: async () => {
      const some = filtered(db, query, shown).select('id').limit(AUDIT_TOTAL_MAX).as('some');
      const rows = await db.from(some).count<{ n: number }[]>('* as n');
      return rows[0]?.n ?? 0;
    },
    toItems: async (rows) => {
      const known = await subjectsOf(
        database,
        shown,
        rows.map(({ subject_id }) => subject_id),
      );
      return rows.map((row) => toEntry(row, known));
    },
  };
}

const COLUMNS: readonly SheetColumn<AuditEntry>[] = [
  { title: 'Waktu', width: 18, cell: ({ at }) => moment(at) },
  { title: 'Pelaku', width: 28, cell: ({ actor }) => text(actor ? (actor.name ?? actor.id) : 'Sistem') },
  { title: 'Peran', width: 22, cell: ({ actor }) => text(actor && roleWords(actor.role)) },
  { title: 'Tindakan', width: 34, cell: ({ action }) => text(action) },
  {
    title: 'Catatan',
    width: 38,
    cell: ({ subject }) => text([subject?.name, subject?.number].filter(Boolean).join(' · ')),
  },
  { title: 'Id catatan', width: 38, cell: ({ subject_id }) => text(subject_id) },
  { title: 'Perubahan', width: 60, cell: ({ details }) => text(JSON.stringify(details)) },
  { title: 'Permintaan', width: 24, cell: ({ request_id }) => text(request_id) },
  { title: 'Alamat', width: 18, cell: ({ address }) => text(address) },
];

const roleWords = (role: string): string => (isRole(role) ? ROLE_WORDS[role] : role);

/**
 * Mounts the calls that list this service's audit trail by person, record, action and time, and give it as a file. The
 * tables come from `data/tables/trail.sql`.
 */
export function mountAuditLookup(
  app: FastifyInstance,
  verifier: Verifier,
  [call, file]: readonly [AuditCall, AuditFileCall],
  files: Files,
  { names, ...subjects }: Subjects,
): void {
  const { database } = files;
  const list = ({ role }: { readonly role: Role }, query: Query) =>
    auditList(database, { ...subjects, named: can(role, names) }, query);
  mount(app, verifier, call, ({ identity, query, reply }) =>
    sendList(reply, call.path, query, list(identity, query)),
  );
  mountListFile(app, verifier, file, files, ({ identity, query }) => ({
    action: 'audit.exported',
    title: 'Jejak audit',
    file: 'jejak-audit',
    columns: COLUMNS,
    ...wholeOf(database.knex, list(identity, query), query),
  }));
}
