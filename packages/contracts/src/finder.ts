import { rolesWith } from '@gerbang/domain/abilities';
import { HIT_GROUPS } from '@gerbang/domain/finder';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { lineOfText } from './text.ts';

/** What was found: where it leads, its name, and what tells namesakes apart. */
const hitSchema = z.object({ to: z.string(), title: z.string(), note: z.string() });
export type Hit = z.output<typeof hitSchema>;

/** A group of what was found; at most eight of `total`. */
const group = z.object({ total: z.int(), hits: z.array(hitSchema) });

export const findAnything = endpoint({
  id: 'H03',
  // The words are names and numbers of persons: in a body they are in no address, and so in no log of a proxy.
  method: 'POST',
  path: '/api/admin/find',
  service: 'gateway',
  access: { kind: 'roles', roles: rolesWith('registrations.monitor') },
  tags: ['pencarian (staf)'],
  summary: 'Cari anak, orang tua, tagihan, dan dokumen yang boleh dilihat peran Anda',
  body: z.strictObject({
    words: lineOfText(100, 'Tulis yang dicari').refine(
      (text) => text.length >= 2,
      'Paling sedikit 2 karakter',
    ),
  }),
  response: {
    200: z.object({
      /** Groups that the role may not read, or that the words cannot mean, are missing. */
      groups: z.partialRecord(z.enum(HIT_GROUPS), group),
      /** The groups that could not be searched at this moment. */
      unavailable: z.array(z.enum(HIT_GROUPS)),
    }),
  },
});
export type Found = z.output<(typeof findAnything)['response'][200]>;
