import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { endpoint, type ServiceName } from './endpoint.ts';

export const moment = z.iso.datetime();

export const access = { kind: 'roles', roles: rolesWith('family.own') } as const;
export const tags = ['hak atas data'];

/** The trail of processing: what staff and programs did with the family's data (UU 27/2022, article 32). */
export const trailSchema = z.array(
  z.object({
    at: moment,
    action: z.string(),
    /** Null where a program did it. */
    by: z.object({ name: z.string().nullable(), role: z.string() }).nullable(),
    subject_id: z.uuid().nullable(),
  }),
);

/** One service's part of the export: a call of the gateway alone, so it is not in the list of all calls. */
export function partOf<const S extends ServiceName, const R extends z.ZodType>(service: S, response: R) {
  return endpoint({
    id: `B10-${service}`,
    method: 'GET',
    path: `/api/parent/data-export/${service}`,
    service,
    access,
    summary: 'Bagian ekspor data',
    tags,
    response: { 200: response },
  });
}
