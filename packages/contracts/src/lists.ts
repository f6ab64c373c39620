import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { CSV, XLSX } from './endpoint.ts';
import { uuidText } from './text.ts';

/** The query of every list: `search`, `sort`, `limit` 1 to 200, `cursor`. */
export function listQuery<const S extends readonly [string, ...string[]]>(sorts: S) {
  return z.strictObject({
    search: z
      .string()
      .max(100, 'Paling banyak 100 karakter')
      .refine(
        (text) => text.isWellFormed() && !text.includes('\u0000'),
        'Berisi karakter yang tidak didukung',
      )
      .optional(),
    sort: z.enum(sorts, 'Urutan tidak dikenal').optional(),
    limit: z
      .string()
      .regex(/^(?:[1-9]\d?|1\d\d|200)$/u, 'Limit antara 1 dan 200')
      .transform(Number)
      .optional(),
    cursor: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,500}$/u, 'Cursor tidak valid')
      .optional(),
  });
}

/** The formats of a list as a file. */
const FILE_FORMATS = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
export const fileFormat = { format: z.enum(FILE_FORMATS, 'Pilihan tidak dikenal').optional() };
/** What a call that gives a list as a file answers. */
export const fileAnswer = { method: 'GET', media: [XLSX, CSV], response: { 200: z.any() } } as const;

/** Fields by which a count would tell of a single family, and those of a page. */
const NOT_COUNTED = ['search', 'id', 'family', 'registration_id', 'limit', 'cursor'];

/**
 * The query of a list whose reading is noted. With `count=only` the call gives the number of rows in `X-Total-Count` and no
 * row: that shows no family and is not noted, so that a page may look by itself whether more came.
 */
export function countable<S extends z.ZodRawShape>(query: z.ZodObject<S>) {
  return query
    .extend({ count: z.literal('only', 'Pilihan tidak dikenal').optional() })
    .superRefine((typed, context) => {
      const asked = typed as Readonly<Record<string, unknown>>;
      if (asked.count === undefined) return;
      for (const path of NOT_COUNTED.filter((name) => asked[name] !== undefined))
        context.addIssue({ code: 'custom', path: [path], message: 'Tidak untuk menghitung saja' });
    });
}

/** One family, by its account. */
export const familyFilter = uuidText().optional();

/** The filters of a list by level and school year. */
export const levelFilters = {
  jenjang: z.enum(JENJANG, 'Pilihan tidak dikenal').optional(),
  academic_year: z
    .string()
    .regex(/^20\d\d\/20\d\d$/u, 'Tahun ajaran tidak valid')
    .optional(),
};

/** Of a list's counts: the year of those parts that are not counted in every year, where the list itself has another. */
export const partsYear = { parts_year: levelFilters.academic_year };
