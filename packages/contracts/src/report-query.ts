import { type Ability, rolesWith } from '@gerbang/domain/abilities';
import { JENJANG } from '@gerbang/domain/levels';
import { CASH_DAYS } from '@gerbang/domain/reports';
import { z } from 'zod';
import { calendarDay, withSpan } from './days.ts';
import { fileFormat } from './lists.ts';

export const tags = ['laporan'];
const CHOICE = 'Pilihan tidak dikenal';
const DAY = 'Tanggal tidak valid';
export const day = z.iso.date();
export const GRAINS = ['day', 'week', 'month'] as const;
export const access = (ability: Ability) => ({ kind: 'roles', roles: rolesWith(ability) }) as const;

export const filters = {
  academic_year: z
    .string()
    .regex(/^20\d\d\/20\d\d$/u, 'Tahun ajaran tidak valid')
    .optional(),
  jenjang: z.enum(JENJANG, CHOICE).optional(),
  /** The first and the last day, in Jakarta. */
  from: calendarDay(DAY).optional(),
  to: calendarDay(DAY).optional(),
};

/** What every report is filtered by. Without days a span begins with the season and ends today. */
export const reportQuery = withSpan(z.strictObject(filters), 'from', 'to');
const cash = { ...filters, by: z.enum(CASH_DAYS, CHOICE).optional() };
export const cashQuery = withSpan(z.strictObject(cash), 'from', 'to');
/** A report as a file: the day by which cash is counted is there for that report only. */
export const reportFileQuery = withSpan(z.strictObject({ ...cash, ...fileFormat }), 'from', 'to');
export type ReportQuery = z.output<typeof reportQuery>;

/** The span that a report is about. */
export const span = { from: day, to: day };
