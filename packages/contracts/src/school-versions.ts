import { rolesWith } from '@gerbang/domain/abilities';
import { ROLES } from '@gerbang/domain/roles';
import { SCHOOL_BLOCKS, SCHOOL_WARNINGS } from '@gerbang/domain/school-blocks';
import { SCHOOL_PARTS } from '@gerbang/domain/school-parts';
import { SCHOOL_STATUSES } from '@gerbang/domain/school-versions';
import { z } from 'zod';
import { calendarDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { settingsSchema } from './school.ts';
import { lineWithMarkup, NO_TAG, noTag, optionalLine, paragraphOfText } from './text.ts';
import { seenVersion } from './seen-version.ts';

const moment = z.iso.datetime();
const NOTE_MAX = 300;
/** Settings of 512 KiB and what stands around them. */
const BODY_LIMIT = 768 * 1024;
/** Ten full fee tables with everything else. */
const BODY_VALUES = 10_000;

const editorSchema = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  /** Whether this person changed fees, accounts, discounts or periods. */
  money: z.boolean(),
  at: moment,
});
const changeSchema = z.object({
  path: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  money: z.boolean(),
});
const findingSchema = <const C extends readonly [string, ...string[]]>(codes: C) =>
  z.object({ code: z.enum(codes), text: z.string(), path: z.string(), count: z.int() });
export const schoolBlockSchema = findingSchema(SCHOOL_BLOCKS);

/** A version in the list; settings are in its detail. */
export const versionRowSchema = z.object({
  version: z.int(),
  status: z.enum(SCHOOL_STATUSES),
  based_on: z.int().nullable(),
  money_changed: z.boolean(),
  note: z.string().nullable(),
  edited_by: z.array(editorSchema),
  active_from: moment.nullable(),
  activated_at: moment.nullable(),
  activated_by_name: z.string().nullable(),
  activated_by_role: z.string().nullable(),
  retired_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
});
export type SchoolVersionRow = z.output<typeof versionRowSchema>;

/** The draft with what it changes and what keeps it from being activated. */
export const draftSchema = versionRowSchema
  .pick({
    version: true,
    based_on: true,
    money_changed: true,
    note: true,
    edited_by: true,
    created_at: true,
    updated_at: true,
  })
  .extend({
    settings: settingsSchema,
    row_version: z.int(),
    changes: z.array(changeSchema),
    blocks: z.array(schoolBlockSchema),
    warnings: z.array(findingSchema(SCHOOL_WARNINGS)),
  });

const school = { service: 'admission', tags: ['penyiapan sekolah'] } as const;
export type SchoolDraft = z.output<typeof draftSchema>;
const history = { kind: 'roles', roles: rolesWith('school.history') } as const;
const port = { kind: 'roles', roles: rolesWith('school.port') } as const;

export const getSchool = endpoint({
  ...school,
  id: 'S01',
  method: 'GET',
  path: '/api/admin/school',
  access: { kind: 'roles', roles: rolesWith('school.read') },
  summary:
    'Pengaturan sekolah: yang aktif, draf dengan perubahannya, yang menunggu aktif, dan yang belum lengkap',
  response: {
    200: z.object({
      /** Null until a new school has activated its first version. */
      active: z
        .object({
          version: z.int(),
          settings: settingsSchema,
          activated_at: moment.nullable(),
          activated_by_name: z.string().nullable(),
        })
        .nullable(),
      draft: draftSchema.nullable(),
      scheduled: z
        .object({
          version: z.int(),
          changes: z.array(changeSchema),
          active_from: moment,
          activated_by_name: z.string().nullable(),
          /** What would keep it from starting now. */
          blocks: z.array(schoolBlockSchema),
        })
        .nullable(),
      checklist: z.array(z.object({ key: z.enum(SCHOOL_PARTS), done: z.boolean(), text: z.string() })),
      /** Whether changes of money take a second person. */
      four_eyes: z.boolean(),
    }),
  },
});
export type SchoolSetup = z.output<(typeof getSchool)['response'][200]>;

export const saveDraft = endpoint({
  ...school,
  id: 'S02',
  method: 'PUT',
  path: '/api/admin/school/draft',
  access: { kind: 'roles', roles: rolesWith('school.edit') },
  summary: 'Simpan draf; keuangan hanya bagian uang, it hanya bagian lain',
  bodyLimit: BODY_LIMIT,
  bodyValues: BODY_VALUES,
  body: z.strictObject({
    settings: settingsSchema,
    note: optionalLine(NOTE_MAX).optional(),
    /** The draft's, as it was read; needed once there is one. */
    row_version: seenVersion.optional(),
  }),
  response: { 200: draftSchema },
});

export const discardDraft = endpoint({
  ...school,
  id: 'S03',
  method: 'DELETE',
  path: '/api/admin/school/draft',
  access: {
    kind: 'roles',
    roles: [...new Set([...rolesWith('school.edit'), ...rolesWith('school.cancel')])],
  },
  summary: 'Buang draf, atau batalkan versi yang menunggu aktif',
  response: { 204: z.void() },
});

export const activateDraft = endpoint({
  ...school,
  id: 'S04',
  method: 'POST',
  path: '/api/admin/school/draft/activate',
  access: { kind: 'roles', roles: rolesWith('school.activate') },
  summary: 'Aktifkan draf; perubahan uang oleh orang lain, perubahan rekening setelah masa tunggu',
  idempotent: 'required',
  body: z.strictObject({
    row_version: seenVersion,
    note: paragraphOfText(NOTE_MAX, 'Alasan perubahan harus diisi'),
  }),
  response: {
    200: z.object({
      version: z.int(),
      status: z.enum(['active', 'scheduled']),
      active_from: moment,
    }),
  },
});

export const listSchoolVersions = endpoint({
  ...school,
  id: 'S05',
  method: 'GET',
  path: '/api/admin/school/versions',
  access: history,
  summary: 'Riwayat pengaturan sekolah, versi terbaru lebih dahulu',
  response: { 200: z.array(versionRowSchema) },
});

const versionParams = z.strictObject({
  version: z.coerce.number('Versi tidak valid').int('Versi tidak valid').min(1).max(2_147_483_647),
});

export const getSchoolVersion = endpoint({
  ...school,
  id: 'S06',
  method: 'GET',
  path: '/api/admin/school/versions/{version}',
  access: history,
  summary: 'Satu versi pengaturan dan perubahannya terhadap versi yang mendasarinya',
  params: versionParams,
  response: {
    200: versionRowSchema.extend({ settings: settingsSchema, changes: z.array(changeSchema) }),
  },
});

export const copySchoolVersion = endpoint({
  ...school,
  id: 'S07',
  method: 'POST',
  path: '/api/admin/school/versions/{version}/copy',
  access: port,
  summary: 'Salin versi lama menjadi draf baru',
  params: versionParams,
  response: { 201: draftSchema },
});

/** A whole school as one file; ids of files are left out on import. */
const schoolFileSchema = z.strictObject({
  format: z.literal('gerbang-school/1', 'Berkas ini bukan ekspor pengaturan sekolah'),
  settings: settingsSchema,
  days_off: z
    .array(
      z.strictObject({
        day: calendarDay('Tanggal tidak valid'),
        name: lineWithMarkup(100, 'Nama hari libur harus diisi'),
        kind: z.enum(['national', 'joint_leave', 'school'], 'Pilih jenis hari libur'),
      }),
    )
    .max(1000, 'Paling banyak 1.000 hari libur'),
  // The portal has neither yet; their places stand, so that later files can be read by this release's successor.
  document_types: z.array(z.unknown()).max(0, 'Jenis dokumen belum didukung'),
  rubrics: z.array(z.unknown()).max(0, 'Rubrik belum didukung'),
});

export const exportSchool = endpoint({
  ...school,
  id: 'S13',
  method: 'GET',
  path: '/api/admin/school/export',
  access: port,
  summary: 'Unduh pengaturan sekolah yang aktif sebagai berkas JSON',
  response: { 200: schoolFileSchema },
  audited: true,
});

export const importSchool = endpoint({
  ...school,
  id: 'S14',
  method: 'POST',
  path: '/api/admin/school/import',
  access: { kind: 'roles', roles: rolesWith('school.import') },
  summary: 'Jadikan berkas ekspor sebuah draf; hari liburnya menjadi usulan',
  bodyLimit: BODY_LIMIT,
  bodyValues: BODY_VALUES,
  body: schoolFileSchema.extend({
    // Only here, so that a name stored before the rule can still be exported.
    days_off: schoolFileSchema.shape.days_off.refine((days) => days.every(({ name }) => noTag(name)), NO_TAG),
    /** The draft's that is to be replaced. */
    row_version: seenVersion.optional(),
  }),
  response: { 200: draftSchema },
});

/** The calls about versions of the settings. */
export const schoolVersionCalls = [
  getSchool,
  saveDraft,
  discardDraft,
  activateDraft,
  listSchoolVersions,
  getSchoolVersion,
  copySchoolVersion,
] as const;

/** The calls that carry a whole school from one portal to another. */
export const schoolPortCalls = [exportSchool, importSchool] as const;
