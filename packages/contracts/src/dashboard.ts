import { FAMILY_TASKS } from '@gerbang/domain/family-tasks';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { STAFF_TASKS } from '@gerbang/domain/staff-tasks';
import { z } from 'zod';
import { announcementAreaSchema } from './announcement-dashboard.ts';
import { billingAreaSchema } from './billing-dashboard.ts';
import { endpoint } from './endpoint.ts';
import { recentSchema } from './recent-events.ts';
import { registrationRowSchema } from './registrations.ts';

/** Admission's part of the dashboard: `parent` or `staff` by the role, the other one null. */
export const admissionAreaSchema = z.object({
  parent: z
    .object({
      registrations: z.array(registrationRowSchema),
      children_count: z.int(),
      /** Only where true: the school has typed data of the family that it has not confirmed. */
      entered: z.literal(true).optional(),
      tasks: z.array(
        z.object({
          kind: z.enum(FAMILY_TASKS),
          registration_id: z.uuid().nullable(),
          child_id: z.uuid().nullable(),
          child_name: z.string().nullable(),
          /** The names of the documents that are to be sent; only of tasks about documents. */
          documents: z.array(z.string()).optional(),
        }),
      ),
      /**
       * The parents' names and how far their data is filled, by section and as numbers of fields; missing while an admission of the
       * release before responds.
       */
      profile: z
        .object({
          father_name: z.string().nullable(),
          mother_name: z.string().nullable(),
          filled: z.int(),
          total: z.int(),
          missing: z.object({ father: z.int(), mother: z.int(), contact: z.int(), address: z.int() }),
        })
        .optional(),
      /** The newest observation of each registration that has or had one; `bring` = the note of the staff. Missing like `profile`. */
      observations: z
        .array(
          z.object({
            registration_id: z.uuid(),
            day: z.iso.date(),
            time: z.string().nullable(),
            place: z.string().nullable(),
            bring: z.string().nullable(),
            /** Whether the family chose it, or staff gave it, as a slot that can be moved; missing where a date was typed. */
            slot: z.literal(true).optional(),
          }),
        )
        .optional(),
      /** The registrations whose result the family has opened, with the moment. Missing like `profile`. */
      opened_results: z
        .array(z.object({ registration_id: z.uuid(), opened_at: z.iso.datetime() }))
        .optional(),
    })
    .nullable(),
  staff: z
    .object({
      /** The tasks of this role, each with the query of the list that shows it. */
      waiting: z.array(
        z.object({
          kind: z.enum(STAFF_TASKS),
          count: z.int(),
          filter: z.object({
            payment_status: z.enum(PAYMENT_STATUSES).optional(),
            current_stage: z.enum(STAGES).optional(),
            observation_until: z.iso.date().optional(),
          }),
          /** Since when the longest waits; null where none does or that is not known. */
          oldest_at: z.iso.datetime().nullable().optional(),
          /** Its length at the end of each of the last seven days, today last; null where that is not known. */
          week: z.array(z.int()).nullable().optional(),
        }),
      ),
      /**
       * The days of this week from Monday to Saturday with the children whose observation is on them; `places` = those of the
       * day's published slots, missing where there is none.
       */
      observations: z
        .array(z.object({ day: z.iso.date(), count: z.int(), places: z.int().optional() }))
        .optional(),
      recent: recentSchema.optional(),
      /** Pairs of proofs that are alike and wait for a decision; only for roles that decide. */
      proof_alerts: z.int().optional(),
      /** Documents that wait for a review; only for roles that review, missing where the school asks for none. */
      documents_waiting: z.int().optional(),
      /** Families that ask to leave and since when the longest waits; only for roles that decide, missing where none does. */
      withdrawals_waiting: z.object({ count: z.int(), oldest_at: z.iso.datetime() }).optional(),
    })
    .nullable(),
});
export type AdmissionArea = z.output<typeof admissionAreaSchema>;

/** One key an area; null where its service did not respond, which is then named in `unavailable`. */
export const getDashboard = endpoint({
  id: 'G01',
  method: 'GET',
  path: '/api/dashboard',
  service: 'gateway',
  access: { kind: 'session' },
  summary: 'Isi dashboard dalam satu jawaban',
  tags: ['dashboard'],
  response: {
    200: z.object({
      admission: admissionAreaSchema.nullable(),
      announcement: announcementAreaSchema.nullable(),
      billing: billingAreaSchema.nullable(),
      /** Unread messages; missing where the number cannot be had at the moment. */
      unread: z.int().min(0).optional(),
      unavailable: z.array(z.string()),
    }),
  },
});
export type Dashboard = z.output<(typeof getDashboard)['response'][200]>;

/** The areas that a family's stored answer lacks at the moment, by name with commas between; the gateway calls them. */
export const MISSING_AREAS_HEADER = 'x-gerbang-missing-areas';
/**
 * Which published results admission has applied, as announcement says with its area: `all`, which the gateway must have asked
 * for (`?`), the `own` of this response, or `none`. The gateway passes a recent `all` on to admission, whose answer is then
 * complete for a family that waits for its result.
 */
export const RESULTS_APPLIED_HEADER = 'x-gerbang-results-applied';
/** The version of the family's dues that the caller has seen or caused at billing; an older copy is not shown. */
export const DUES_HEADER = 'x-gerbang-dues';

/** A parent's dashboard in one call: what `getDashboard` answers, from admission's read model. For the gateway alone. */
export const familyDashboard = endpoint({
  id: 'G01-family',
  method: 'GET',
  path: '/api/dashboard/family',
  service: 'admission',
  access: { kind: 'roles', roles: ['wali_murid'] },
  summary: 'Dashboard keluarga dari satu baris',
  tags: ['dashboard'],
  response: getDashboard.response,
});

/** A call of the gateway alone, so it is not in the list of all calls. */
export const admissionDashboard = endpoint({
  id: 'G01-admission',
  method: 'GET',
  path: '/api/dashboard/admission',
  service: 'admission',
  access: { kind: 'session' },
  summary: 'Bagian penerimaan dari dashboard',
  tags: ['dashboard'],
  response: { 200: admissionAreaSchema },
});
