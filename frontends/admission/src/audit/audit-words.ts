import { formatDayText, formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { type AreaName, auditCopy as copy, wordsCopy } from './audit.copy.ts';
import { fieldLabel } from './audit-fields.copy.ts';
import { valueLabel } from './audit-labels.copy.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u;

/** A text as it is shown: an id by its end, a constant of the field in words, a day or a moment as a date. */
function wordsOf(area: AreaName, name: string, text: string): string {
  if (ID.test(text)) return wordsCopy.shortId(text);
  if (MOMENT.test(text)) return formatMoment(text);
  return valueLabel(area, name, text) ?? formatDayText(text);
}

/** Fields that hold rupiah. */
const RUPIAH_FIELDS: ReadonlySet<string> = new Set([
  'gross',
  'net',
  'paid',
  'fee',
  'payment_amount',
  'fee_returned',
  'total_discount',
  'float',
  'expected',
  'counted',
  'difference',
  'final_education_fee',
  'excess',
  'total_amount',
  'amount_paid',
  'paid_amount',
  'amount',
  'booked',
  'surplus',
  'unapplied',
]);
/** Numbers that are names, not amounts. */
const PLAIN_NUMBERS: ReadonlySet<string> = new Set(['error_code', 'version', 'from']);

function numberText(name: string, value: number): string {
  if (RUPIAH_FIELDS.has(name)) return formatRupiah(value);
  return PLAIN_NUMBERS.has(name) ? String(value) : value.toLocaleString('id-ID');
}

/** A value of the trail as text: a change as `before → after`, lists counted and named, constants in words. */
function valueText(area: AreaName, name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return copy.nothing;
  if (typeof value === 'boolean') return value ? wordsCopy.yes : wordsCopy.no;
  if (typeof value === 'number') return numberText(name, value);
  if (typeof value === 'string')
    return name === 'fields' ? (fieldLabel(area, value) ?? value) : wordsOf(area, name, value);
  if (Array.isArray(value)) {
    if (value.length === 0) return copy.nothing;
    return wordsCopy.list(value.length, value.map((one) => valueText(area, name, one)).join(', '));
  }
  if (typeof value !== 'object') return copy.nothing;
  if ('from' in value && 'to' in value)
    return copy.change(valueText(area, name, value.from), valueText(area, name, value.to));
  return detailLines(area, value as Record<string, unknown>).join('; ') || copy.nothing;
}

/** The details of a row of a trail, one line each. */
export function detailLines(area: AreaName, details: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(details).map(([name, value]) =>
    wordsCopy.field(fieldLabel(area, name) ?? name, valueText(area, name, value)),
  );
}

/** Whether a value tells readers nothing: an id, the number of a request, or a change from a value to itself. */
export function isTechnical(name: string, value: unknown): boolean {
  if (name === 'request_id') return true;
  if (typeof value === 'string') return ID.test(value);
  if (typeof value !== 'object' || value === null || !('from' in value && 'to' in value)) return false;
  return value.from === value.to || isTechnical(name, value.from) || isTechnical(name, value.to);
}
