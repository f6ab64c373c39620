import { JENJANG } from '@gerbang/domain/levels';
import { WAVE_ROOMS, WAVE_STATES } from '@gerbang/domain/waves';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuidText } from './text.ts';

const school = { service: 'admission', tags: ['sekolah'], access: { kind: 'public' } } as const;

/** The wave of a level that matters now: the open one, else the next one, else the last one. */
const publicWaveSchema = z.object({
  jenjang: z.enum(JENJANG),
  label: z.string(),
  academic_year: z.string(),
  name: z.string(),
  state: z.enum(WAVE_STATES),
  opens_at: z.iso.datetime(),
  closes_at: z.iso.datetime(),
  /** Null while the wave takes no registrations. */
  left: z.enum(WAVE_ROOMS).nullable(),
  /** The same as a sentence. */
  text: z.string(),
});

/** What the landing page answers, see `SchoolGuide`. */
const guideSchema = z.object({
  levels: z.array(z.object({ label: z.string(), text: z.string() })),
  address: z.string().optional(),
  accreditation: z.string().optional(),
  help: z.string().optional(),
  photo: z.string().optional(),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })).optional(),
});

/** What everybody may know of the school, see `PublicSchool`; no fee and no account is in it. */
export const publicSchoolSchema = z.object({
  name: z.string(),
  short_name: z.string(),
  city: z.string(),
  contact_whatsapp: z.string(),
  levels: z.array(z.object({ jenjang: z.enum(JENJANG), label: z.string() })),
  login_note: z.string(),
  logo: z.string().nullable(),
  colour: z
    .string()
    .regex(/^#[\dA-Fa-f]{6}$/u)
    .nullable(),
  open: z.boolean(),
  ready: z.boolean(),
});

export const getPublicSchool = endpoint({
  ...school,
  id: 'S15',
  method: 'GET',
  path: '/api/school',
  summary:
    'Nama, jenjang yang dibuka, kontak, catatan, dan logo sekolah; tanpa rekening, dan tanpa biaya bila sekolah tidak menampilkannya',
  response: {
    200: publicSchoolSchema.extend({
      /** Missing where the school has no waves. */
      waves: z.array(publicWaveSchema).optional(),
      /** Missing where the school shows none. */
      guide: guideSchema.optional(),
    }),
  },
});

export type PublicSchoolNow = z.output<(typeof getPublicSchool)['response'][200]>;

export const readSchoolLogo = endpoint({
  ...school,
  id: 'S12',
  method: 'GET',
  path: '/api/school/logo/{fileId}',
  summary: 'Logo sekolah yang aktif atau dalam draf',
  params: z.strictObject({ fileId: uuidText() }),
  media: ['image/png', 'image/jpeg'],
  response: { 200: z.any() },
});
