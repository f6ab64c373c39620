import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const access = { kind: 'roles', roles: rolesWith('operations.read') } as const;
const tags = ['operasi'];
const moment = z.iso.datetime();

/** Days of Jakarta that the figures go back, today included. */
export const OPERATION_DAYS = 7;
const perDay = z.array(z.int());

export const readMessageHealth = endpoint({
  id: 'O01',
  method: 'GET',
  path: '/api/admin/operations/messages',
  service: 'notification',
  access,
  summary: 'Pesan yang gagal dan yang terlambat, serta cadangan terakhir',
  tags,
  response: {
    200: z.object({
      /** Failed messages that were made since this day, as the list counts them. */
      failed: z.object({ since: z.iso.date(), count: z.int(), days: perDay }),
      /** Messages that are due and not sent, and since when the longest is. */
      due: z.object({ count: z.int(), oldest_at: moment.nullable() }),
      /** When the backup was last finished; null where there was none. */
      backup_at: moment.nullable(),
      /** When the alerts call the backup late, by how often backups run; null where there was none. */
      backup_late_at: moment.nullable(),
    }),
  },
});
export type MessageHealth = z.output<(typeof readMessageHealth)['response'][200]>;

export const readLoginHealth = endpoint({
  id: 'O02',
  method: 'GET',
  path: '/api/admin/operations/logins',
  service: 'auth',
  access,
  summary: 'Login staf per hari; login keluarga tidak dicatat',
  tags,
  response: {
    200: z.object({
      /** The trail's logins of staff and their wrong passwords since this day; one number a day, today last. */
      since: z.iso.date(),
      started: perDay,
      failed: perDay,
    }),
  },
});
export type LoginHealth = z.output<(typeof readLoginHealth)['response'][200]>;
