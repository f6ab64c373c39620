import { rolesWith } from '@gerbang/domain/abilities';
import { FEE_WAYS } from '@gerbang/domain/fee-differences';
import { GENDERS } from '@gerbang/domain/family-options';
import { PAYMENT_METHODS } from '@gerbang/domain/invoice-payments';
import { JENJANG } from '@gerbang/domain/levels';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { z } from 'zod';
import { calendarDay } from './days.ts';
import { CSV, endpoint, XLSX } from './endpoint.ts';
import { fileFormat, levelFilters, listQuery, partsYear } from './lists.ts';
import { registrationSchema } from './registrations.ts';
import { staffFamilySchema } from './staff-family.ts';
import { idParams, storedRegion } from './text.ts';
import { prioritySchema } from './waitlists.ts';

const monitoring = {
  service: 'admission',
  tags: ['pendaftaran (staf)'],
  access: { kind: 'roles', roles: rolesWith('registrations.monitor') },
} as const;
const text = z.string().nullable();
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const DAY = 'Tanggal tidak valid';

/** A row of the staff's list, without personal numbers, incomes and bank fields. */
export const staffRegistrationRowSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  child: z.object({ full_name: z.string(), nick_name: text, gender: z.enum(GENDERS).nullable() }),
  /** Whether another child has the same NIK. */
  nik_duplicate: z.boolean(),
  /** Whether the family has another child of the same name and birth date: perhaps one that was entered twice. */
  same_child: z.boolean(),
  /** How the child's age differs from what the school suggests for the level; absent where it fits. */
  age_note: z.string().optional(),
  parent: staffFamilySchema,
  registration_number: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: text,
  academic_year: z.string(),
  payment_status: z.enum(PAYMENT_STATUSES),
  current_stage: z.enum(STAGES),
  payment_amount: z.int(),
  /** By which way a verified fee was paid; missing before, and where a list that was imported says that it was. */
  paid_by: z.enum(PAYMENT_METHODS).optional(),
  has_proof: z.boolean(),
  /** Whether the proof is like another one and not verified for that. */
  proof_alert: z.boolean(),
  /** Since when the fee is as it is: a proof that waits, waits since then. */
  payment_since: moment,
  /** Day of the observation while it is scheduled. */
  observation_date: z.iso.date().nullable(),
  /** Required documents that are complete, of all; absent where none is asked, and for roles that read no documents. */
  documents: z.object({ done: z.int(), of: z.int() }).optional(),
  created_at: moment,
  updated_at: moment,
});
export type StaffRegistrationRow = z.output<typeof staffRegistrationRowSchema>;

/** What a paid fee differs by since level or year was corrected, and what finance decided about it. */
export const feeDifferenceSchema = z.object({
  /** The fee of the corrected place, and what is missing of it; less than 0 = what was too much. */
  fee: z.int(),
  amount: z.int(),
  /** What goes back to the family of an earlier one, in rupiah; missing where nothing does. */
  given_back: z.int().optional(),
  /** Null until it is decided. */
  way: z.enum(FEE_WAYS).nullable(),
  reason: text,
  decided_at: moment.nullable(),
  decided_by_name: text,
});
export type FeeDifference = z.output<typeof feeDifferenceSchema>;

/** The whole record as staff see it, personal numbers included; every reading leaves a row in the trail. */
export const staffRegistrationSchema = registrationSchema.extend({
  observation_date: z.iso.date().nullable(),
  nik_duplicate: z.boolean(),
  same_child: z.boolean(),
  age_note: z.string().optional(),
  proof_alert: z.boolean(),
  /** Missing where the fee that was paid is the one that is owed. */
  fee_difference: feeDifferenceSchema.optional(),
  /** Missing where the seats of its class are not limited, and for staff who do not read waiting lists. */
  priorities: z.array(prioritySchema).optional(),
  parent: registrationSchema.shape.parent.extend({
    ...staffFamilySchema.shape,
    /** The account to which messages go. */
    user_id: z.uuid().optional(),
    father_ktp: text,
    mother_ktp: text,
    ...storedRegion,
  }),
});
export type StaffRegistration = z.output<typeof staffRegistrationSchema>;

const filters = {
  payment_status: z.enum(PAYMENT_STATUSES, CHOICE).optional(),
  current_stage: z.enum(STAGES, CHOICE).optional(),
  ...levelFilters,
  /** Observations that are scheduled for this day or an earlier one. */
  observation_until: calendarDay(DAY).optional(),
  /** Only fees that have been as they are for more than a week. */
  payment_days: z.literal('7', CHOICE).optional(),
  /** Only observations of this week, Monday to Sunday in Jakarta. */
  observation_week: z.literal('1', CHOICE).optional(),
  /** Only children whose family may choose a slot of the observation and has none. */
  to_choose_slot: z.literal('1', CHOICE).optional(),
  /** Only children whose NIK another child has too. */
  nik_duplicate: z.literal('1', CHOICE).optional(),
  /** Only children whose family has another one of the same name and birth date. */
  same_child: z.literal('1', CHOICE).optional(),
};

const SORTS = [
  '-created_at',
  'created_at',
  'child_name',
  '-child_name',
  'updated_at',
  '-updated_at',
  'payment_since',
  '-payment_since',
] as const;

export const listStaffRegistrations = endpoint({
  ...monitoring,
  id: 'C15',
  method: 'GET',
  path: '/api/admin/registrations',
  summary:
    'Semua pendaftaran; search mencari nama anak dan orang tua, nomor telepon, nomor pendaftaran, jenjang',
  query: listQuery(SORTS).extend(filters),
  response: { 200: z.array(staffRegistrationRowSchema) },
});

const counts = <const K extends readonly [string, ...string[]]>(keys: K) => z.record(z.enum(keys), z.int());

export const summarizeStaffRegistrations = endpoint({
  ...monitoring,
  id: 'C21',
  method: 'GET',
  path: '/api/admin/registrations/summary',
  summary: 'Jumlah pendaftaran per status pembayaran dan per tahap, dengan penyaring yang sama',
  query: listQuery(SORTS)
    .pick({ search: true })
    .extend({ ...filters, ...partsYear }),
  response: {
    200: z.object({
      total: z.int(),
      /** Each as the list would count it with this status chosen instead of the one in the query. */
      payment_status: counts(PAYMENT_STATUSES),
      /** The same for the stages; those of seats only where a registration has one. */
      current_stage: z.partialRecord(z.enum(STAGES), z.int()),
      /**
       * Counted without the filters of the query. What waits, of every year, as the menu counts it: proofs to verify, fees
       * verified without an observation. In the year of the parts, or the query's: fees unpaid for more than a week, observations of this week,
       * rejected proofs, everything.
       */
      views: z.object({
        to_verify: z.int(),
        to_schedule: z.int(),
        unpaid_week: z.int(),
        observation_week: z.int(),
        /** Families that may choose a slot of the observation; missing where no slots are published. */
        to_choose_slot: z.int().optional(),
        rejected: z.int(),
        all: z.int(),
      }),
    }),
  },
});
export type StaffSummary = z.output<(typeof summarizeStaffRegistrations)['response'][200]>;

export const exportStaffRegistrations = endpoint({
  ...monitoring,
  id: 'C22',
  method: 'GET',
  path: '/api/admin/registrations/export',
  summary: 'Pendaftaran sebagai XLSX atau CSV; personal=1 menambah nomor pribadi (keuangan, admin, it)',
  query: listQuery(SORTS)
    .pick({ search: true, sort: true })
    .extend({ ...filters, ...fileFormat, personal: z.literal('1', 'Isian tidak valid').optional() }),
  // The bytes of the file, streamed.
  media: [XLSX, CSV],
  response: { 200: z.any() },
});

export const getStaffRegistration = endpoint({
  ...monitoring,
  id: 'X02',
  method: 'GET',
  path: '/api/admin/registrations/{id}',
  summary: 'Data lengkap sebuah pendaftaran; setiap pembacaan tercatat',
  audited: true,
  params: idParams,
  response: { 200: staffRegistrationSchema },
});
