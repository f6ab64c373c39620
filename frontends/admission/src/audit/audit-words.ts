import { formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import { auditCopy } from './audit.copy.ts';
import { DETAIL_LABELS, VALUE_LABELS, wordsCopy as copy } from './audit-words.copy.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

const labelOf = (name: string): string => DETAIL_LABELS[name] ?? name;

function wordsOf(text: string): string {
  if (ID.test(text)) return copy.shortId(text);
  return VALUE_LABELS[text] ?? formatDayText(text);
}

/** A value of the trail as text: a change as `before → after`, constants and field names in words. */
function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return auditCopy.nothing;
  if (typeof value === 'boolean') return value ? copy.yes : copy.no;
  if (typeof value === 'number') return name === 'fee' ? formatRupiah(value) : value.toLocaleString('id-ID');
  if (typeof value === 'string') return wordsOf(value);
  if (Array.isArray(value)) return value.map((one) => labelOf(String(one))).join(', ') || auditCopy.nothing;
  if (typeof value !== 'object') return String(value);
  if ('from' in value && 'to' in value)
    return auditCopy.change(valueText(name, value.from), valueText(name, value.to));
  return detailLines(value as Record<string, unknown>).join('; ') || auditCopy.nothing;
}

/** The details of a row, one line each. */
export function detailLines(details: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(details).map(([name, value]) => copy.field(labelOf(name), valueText(name, value)));
}
