import { rolesWith } from '@gerbang/domain/abilities';
import { FAMILY_NOTE_MAX, FAMILY_NOTE_MIN, FAMILY_REQUESTS } from '@gerbang/domain/families';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { personSchema } from './registrations.ts';
import { staffFamilySchema } from './staff-family.ts';
import { staffRegistrationRowSchema } from './staff-registrations.ts';
import { idParams, paragraphOfText } from './text.ts';

const families = {
  service: 'admission',
  tags: ['keluarga (staf)'],
  access: { kind: 'roles', roles: rolesWith('families.read') },
} as const;

/** A note of a call with a family; it is never changed. */
export const familyNoteSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  by: personSchema,
  at: z.iso.datetime(),
});
export type FamilyNote = z.output<typeof familyNoteSchema>;

/** A family on one page: who it is, where each child stands, and the notes of calls, the newest first. */
export const familySchema = z.object({
  /** Of its account, by which the lists of invoices, papers and messages find it. */
  id: z.uuid(),
  parent: staffFamilySchema,
  registrations: z.array(
    staffRegistrationRowSchema.extend({ re_enrolled: z.boolean(), chooses_slot: z.boolean() }),
  ),
  /** What it asked and the school has not decided; an erasure is of no child alone. */
  requests: z.array(z.object({ kind: z.enum(FAMILY_REQUESTS), child_name: z.string().nullable() })),
  /** Children that are not registered. */
  unregistered: z.array(z.object({ id: z.uuid(), full_name: z.string() })),
  notes: z.array(familyNoteSchema),
});
export type Family = z.output<typeof familySchema>;

export const getFamily = endpoint({
  ...families,
  id: 'H01',
  method: 'GET',
  path: '/api/admin/families/{id}',
  summary: 'Satu keluarga menurut akunnya atau salah satu pendaftarannya; setiap pembacaan tercatat',
  audited: true,
  params: idParams,
  response: { 200: familySchema },
});

export const addFamilyNote = endpoint({
  ...families,
  id: 'H02',
  method: 'POST',
  path: '/api/admin/families/{id}/notes',
  summary: 'Catat percakapan telepon dengan keluarga; catatan tidak dapat diubah',
  idempotent: 'required',
  params: idParams,
  body: z.strictObject({
    text: paragraphOfText(FAMILY_NOTE_MAX, 'Catatan harus diisi').refine(
      (text) => [...text.trim()].length >= FAMILY_NOTE_MIN,
      `Catatan paling sedikit ${FAMILY_NOTE_MIN} karakter`,
    ),
  }),
  response: { 201: familyNoteSchema },
});

export const familyCalls = [getFamily, addFamilyNote] as const;
