import { FAMILY_TASKS } from '@gerbang/domain/family-tasks';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { registrationRowSchema } from './registrations.ts';

/** What the admission area has for a parent's dashboard; null for staff. */
export const admissionAreaSchema = z.object({
  parent: z
    .object({
      registrations: z.array(registrationRowSchema),
      children_count: z.int(),
      tasks: z.array(
        z.object({
          kind: z.enum(FAMILY_TASKS),
          registration_id: z.uuid().nullable(),
          child_id: z.uuid().nullable(),
          child_name: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
});

/** One key an area, null where its owner did not answer, which is then named in `unavailable` (Precisions, Dashboard). */
export const getDashboard = endpoint({
  id: 'G01',
  method: 'GET',
  path: '/api/dashboard',
  service: 'gateway',
  access: { kind: 'session' },
  summary: 'Isi dashboard dalam satu jawaban',
  tags: ['dashboard'],
  response: {
    200: z.object({ admission: admissionAreaSchema.nullable(), unavailable: z.array(z.string()) }),
  },
});

/** What the gateway asks the owner; not a call of the public, so not in the list of all calls. */
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
