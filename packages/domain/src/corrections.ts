import { type Role, roleNames } from './roles.ts';
import type { Machine } from './transitions.ts';

/** The records that staff correct by one registration. */
export const CORRECTION_TARGETS = ['child', 'parents', 'registration'] as const;
export type CorrectionTarget = (typeof CORRECTION_TARGETS)[number];

/** What a correction rests on, with its name on screens. */
export const CORRECTION_BASES = {
  document: 'Dokumen yang diterima',
  family: 'Keterangan keluarga',
  typing: 'Salah ketik sekolah',
  other: 'Lainnya',
} as const;
export type CorrectionBasis = keyof typeof CORRECTION_BASES;

/** The numbers that name a person. */
const IDENTITY_NUMBERS: readonly string[] = ['nik', 'kk_number', 'father_ktp', 'mother_ktp'];
export const isIdentityNumber = (field: string): boolean => IDENTITY_NUMBERS.includes(field);

/** The fields by which a registration stands in another place: the fee and the seat hang on them. */
const PLACE_FIELDS: readonly string[] = ['jenjang', 'kelas', 'academic_year'];
export const isPlaceField = (field: string): boolean => PLACE_FIELDS.includes(field);

/** Why level, class and year stay while re-enrolment is processed. */
export const PLACE_LOCKED =
  'Daftar ulang sudah diproses. Batalkan skema pembayarannya dahulu, lalu koreksi jenjang, kelas, atau tahun ajaran.';

/** Why nothing is corrected once the family has left. */
export const WITHDRAWN_CLOSED = 'Pendaftaran ini sudah dibatalkan dan tidak dapat dikoreksi.';

/** How often a number of a person is corrected in a year. */
export const NUMBER_CORRECTIONS_A_YEAR = 5;

/** The roles that correct a field. */
function correctorsOf(target: CorrectionTarget, field: string): readonly Role[] {
  if (target === 'registration') return isPlaceField(field) ? ['staff_pendidikan', 'admin'] : ['admin'];
  return isIdentityNumber(field) ? ['staff_tu', 'admin'] : ['cs', 'staff_tu', 'admin'];
}

/** Whether this role corrects a field. */
export const mayCorrect = (role: Role, target: CorrectionTarget, field: string): boolean =>
  correctorsOf(target, field).includes(role);

/** Why a role may not correct a field: it names the roles that may. */
export const whoCorrects = (target: CorrectionTarget, field: string): string =>
  `Dikoreksi oleh ${roleNames(correctorsOf(target, field))}.`;

const NUMBER_END = 4;

/** A number of a person of which only the end can be read. */
export const maskedNumber = (value: string): string =>
  `${'•'.repeat(Math.max(0, value.length - NUMBER_END))}${value.slice(-NUMBER_END)}`;

export const CORRECTION_REQUEST_STATUSES = ['open', 'done', 'refused'] as const;
export type CorrectionRequestStatus = (typeof CORRECTION_REQUEST_STATUSES)[number];

export const CORRECTION_REQUEST_LABELS: Readonly<Record<CorrectionRequestStatus, string>> = {
  open: 'Menunggu jawaban',
  done: 'Sudah dikoreksi',
  refused: 'Tidak dikoreksi',
};

/** A family's request to correct its data, or its objection to a correction. */
export const CORRECTION_REQUEST_MACHINE = {
  name: 'correction requests',
  statuses: CORRECTION_REQUEST_STATUSES,
  edges: [
    { from: null, to: 'open', action: 'request', by: 'parent' },
    { from: 'open', to: 'done', action: 'answer', by: 'staff' },
    { from: 'open', to: 'refused', action: 'answer', by: 'staff' },
  ],
} as const satisfies Machine<CorrectionRequestStatus, string, 'parent' | 'staff'>;
