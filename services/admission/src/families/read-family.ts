import type { Family, FamilyNote } from '@gerbang/contracts/families';
import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { toStaffRow } from '../registration-record/staff-row.view.ts';
import {
  findFamily,
  type NoteRecord,
  notesOf,
  registrationsOf,
  requestsOf,
  unregisteredOf,
} from './families.repository.ts';

export const noFamily = () => notFound('Keluarga tidak ditemukan');

/** A note as staff and its family's data export show it. */
export const toNote = ({ id, text, at, by_name: name, by_role: role }: NoteRecord): FamilyNote => ({
  id,
  text,
  by: { name, role: role as Role },
  at: new Date(at).toISOString(),
});

/** What a role must be able to read elsewhere to see an open request here. */
const SEES = {
  correction: 'correction_requests.read',
  withdrawal: 'withdrawals.read',
  erasure: 'erasure.decide',
} as const;

/** A family with its registrations and requests, which hold what the caller's role sees of them in the list; the trail keeps who read it. */
export async function readFamily(context: Context, caller: Caller, named: string): Promise<Family> {
  const db = context.database.knex;
  const found = await findFamily(db, named);
  if (!found) throw noFamily();
  const { id, ...parent } = found;
  const reader = { documents: can(caller.role, 'documents.read'), levels: context.school.settings.levels };
  const [records, requests, unregistered, notes] = await Promise.all([
    registrationsOf(db, id),
    requestsOf(db, id),
    unregisteredOf(db, id),
    notesOf(db, id),
  ]);
  await audit(db, {
    action: 'family.read',
    actor: await actorOf(db, caller),
    subject: id,
    origin: caller.origin,
  });
  return {
    id,
    parent,
    registrations: records.map(({ re_enrolled, chooses_slot, ...row }) => ({
      ...toStaffRow(row, reader),
      re_enrolled,
      chooses_slot,
    })),
    requests: requests.filter(({ kind }) => can(caller.role, SEES[kind])),
    unregistered,
    notes: notes.map(toNote),
  };
}

/** The notes about a family, for the export of its data. */
export async function exportedNotes(
  _context: unknown,
  db: Db,
  { userId }: { readonly userId: string },
): Promise<{ readonly notes?: FamilyNote[] }> {
  const notes = await notesOf(db, userId);
  return notes.length === 0 ? {} : { notes: notes.map(toNote) };
}
