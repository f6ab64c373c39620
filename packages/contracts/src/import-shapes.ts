import { IMPORT_FIELD_NAMES, IMPORT_STATES, ROW_STATUSES } from '@gerbang/domain/imports';
import { z } from 'zod';
import { personSchema } from './registrations.ts';

const moment = z.iso.datetime();

/** A value of a row: a text as its cell has it, whether the fee is paid, or nothing. */
const valueSchema = z.union([z.string(), z.boolean()]).nullable();
/** A row of the list. `n` is its line in the file, a reason's `cell` the place in it, `B7`. */
export const importRowSchema = z.object({
  n: z.int(),
  status: z.enum(ROW_STATUSES),
  values: z.partialRecord(z.enum(IMPORT_FIELD_NAMES), valueSchema),
  reasons: z.array(z.object({ cell: z.string(), text: z.string() })),
  /** What is unusual and does not hold the row back. */
  warnings: z.array(z.object({ text: z.string() })),
  hidden: z.boolean(),
  left_out: z.boolean(),
  /** Whether a person has said that a row that looks like another child is a child of its own. */
  decided: z.boolean(),
  /** What the import made of it; null while it has not come to it, `skipped` where nothing was to be done. */
  outcome: z.enum(['imported', 'skipped', 'failed', 'undone', 'kept']).nullable(),
  /** Why it failed, or why it stays after the import was taken back. */
  outcome_text: z.string().nullable(),
  registration_id: z.uuid().nullable(),
  version: z.int(),
});
export type ImportRow = z.output<typeof importRowSchema>;

/** An import. */
export const importSchema = z.object({
  id: z.uuid(),
  file_name: z.string(),
  state: z.enum(IMPORT_STATES),
  /** The headings of the file with the field that each is read as; null = left out. */
  mapping: z.record(z.string(), z.enum(IMPORT_FIELD_NAMES).nullable()),
  /** Of the mapping alone: rows that are mended meanwhile leave it as it is. */
  mapping_version: z.int(),
  headings: z.array(z.string()),
  counts: z.object({
    total: z.int(),
    ...(Object.fromEntries(ROW_STATUSES.map((status) => [status, z.int()])) as Record<
      (typeof ROW_STATUSES)[number],
      z.ZodInt
    >),
    left_out: z.int(),
    hidden: z.int(),
    /** Rows that the start will write. */
    ready: z.int(),
  }),
  /** The rows that would be registered beside the places that are left; null = the school counts none there. */
  seats: z.array(z.object({ text: z.string(), rows: z.int(), free: z.int().nullable() })),
  /** What the whole list should be known to have: hidden rows, a sheet that was not read. */
  notes: z.array(z.object({ text: z.string() })),
  /** Rows done of all that the start took; `minutes_left` null while none was done. */
  progress: z
    .object({
      done: z.int(),
      of: z.int(),
      minutes_left: z.int().nullable(),
      imported: z.int(),
      /** Families that the import made: those that an invitation reaches. */
      families: z.int(),
      failed: z.int(),
    })
    .nullable(),
  created_by: personSchema,
  created_at: moment,
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** Until when it can be taken back. */
  undo_until: moment.nullable(),
  version: z.int(),
});
export type Import = z.output<typeof importSchema>;

/** An import with some of its rows. */
export const shownImportSchema = importSchema.extend({
  rows: z.array(importRowSchema),
  /** The cursor of the next rows; null at the end. */
  next_cursor: z.string().nullable(),
});
export type ShownImport = z.output<typeof shownImportSchema>;
