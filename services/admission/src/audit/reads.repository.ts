import type { Db } from '@gerbang/service-kit/data/database';
import { type Read, type ReadsQuery, readsTrail } from '@gerbang/service-kit/audit/reads';

const WHOLE = 'NIK, KK, KTP, NISN, birth date, blood type, income, address, phones, payer’s account';
/** Lists that leave the portal, by the action that notes it. */
const LISTS: Readonly<Record<string, string>> = {
  'documents.exported': 'documents of children, without their pages',
  'correction_requests.exported': 'what families ask to correct, with their children’s names',
  'proof_alerts.exported': 'proofs that are like others, with names of families, without the pictures',
  'waitlist.exported': 'children who wait for a seat',
  'offers.exported': 'children who are offered a seat',
  'withdrawal.exported': 'children who leave or left, with the reasons',
  'check_ins.read': 'children in a slot of the observation, with parents’ names and what the child needs',
  'check_ins.exported': 'children in a slot of the observation, with parents’ names and what the child needs',
};
/** What each action shows of a family; a change returns the whole record. */
const ACTIONS = [
  'registration.%',
  'file.read',
  'document.read',
  'document.exported',
  'family.read',
  'score.read',
  ...Object.keys(LISTS),
] as const;

interface Row {
  readonly at: Date;
  readonly action: string;
  readonly address: string | null;
  readonly subject_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly family_id: string | null;
  readonly family_name: string | null;
  readonly family_phone: string | null;
}

function whatOf({ action, details }: Row): string {
  if (action === 'file.read') return 'an uploaded proof';
  if (action === 'family.read') return 'names, phone, where each child stands, notes of calls';
  if (action === 'score.read') return 'the sheets of assessors about a child';
  if (LISTS[action]) return `a list of ${String(details.rows)} ${LISTS[action]}`;
  if (action.startsWith('document.')) return 'a child’s documents, and the typed data beside them';
  if (action !== 'registration.exported') return WHOLE;
  return `a list of ${String(details.rows)} registrations, ${details.personal === true ? 'with' : 'without'} personal numbers`;
}

/**
 * The families whose specific data an account saw in this time, from the trail alone (UU 27/2022, article 46). An
 * exported list is one entry with its number of rows: its families are those of the list.
 */
export async function readsOf(db: Db, question: ReadsQuery): Promise<Read[]> {
  const rows = await readsTrail(db, question, ACTIONS)
    .leftJoin('registrations as r', 'r.id', 'audit_events.subject_id')
    .leftJoin('children as c', 'c.id', 'r.child_id')
    .leftJoin('parents as p', 'p.id', 'c.parent_id')
    .leftJoin('files as f', 'f.id', 'audit_events.subject_id')
    .leftJoin('accounts as family', (on) =>
      on.on('family.id', 'audit_events.subject_id').andOnVal('audit_events.action', 'family.read'),
    )
    .leftJoin('accounts as a', db.raw('a.id = coalesce(p.user_id, f.family_user_id, family.id)'))
    .select<Row[]>(
      'audit_events.at',
      'audit_events.action',
      'audit_events.address',
      'audit_events.subject_id',
      'audit_events.details',
      db.raw('coalesce(p.user_id, f.family_user_id, family.id) as family_id'),
      'a.name as family_name',
      'a.phone as family_phone',
    );
  return rows.map((row) => ({
    at: new Date(row.at),
    action: row.action,
    address: row.address,
    subject_id: row.subject_id,
    family:
      row.family_id === null
        ? null
        : { user_id: row.family_id, name: row.family_name, phone: row.family_phone },
    what: whatOf(row),
  }));
}
