import type { AuditEntry } from '@gerbang/contracts/audit';
import { isRole, ROLE_WORDS } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { formatMoment, formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { type AreaName, auditCopy as copy, wordsCopy } from './audit.copy.ts';
import { fieldLabel, PLAIN_NUMBERS, RUPIAH_FIELDS } from './audit-fields.copy.ts';
import { valueLabel } from './audit-labels.copy.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** A text as it is shown: an id by its end, a constant of the field in words, a day as a date. */
function wordsOf(area: AreaName, name: string, text: string): string {
  if (ID.test(text)) return wordsCopy.shortId(text);
  return valueLabel(area, name, text) ?? formatDayText(text);
}

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

const Id = styled(Button)`
  white-space: nowrap;
`;

const Moment = styled.time`
  font-weight: 400;
  font-feature-settings: 'tnum';
  @media (min-width: 1200px) {
    white-space: nowrap;
  }
`;

/** Ids and texts without a space; as wide as a request's number where there is room. */
const Long = styled(CellLines)`
  overflow-wrap: anywhere;
  @media (min-width: 1024px) {
    min-width: 300px;
  }
`;

/** The columns of a trail; `actions` holds its actions in words, and an id leads to all rows of its record. */
export const auditColumns = (
  area: AreaName,
  actions: Readonly<Record<string, string>>,
  onSubject: (id: string) => void,
): Column<AuditEntry>[] => [
  {
    key: 'at',
    header: copy.columns.at,
    rowHeader: true,
    render: (row) => <Moment dateTime={row.at}>{formatMoment(row.at)}</Moment>,
  },
  {
    key: 'actor',
    header: copy.columns.actor,
    render: ({ actor }) => (
      <CellLines>
        {actor ? (actor.name ?? copy.nobody) : copy.system}
        {actor && isRole(actor.role) ? <small>{ROLE_WORDS[actor.role]}</small> : null}
      </CellLines>
    ),
  },
  {
    key: 'action',
    header: copy.columns.action,
    render: (row) => actions[row.action] ?? row.action,
  },
  {
    key: 'subject',
    header: copy.columns.subject,
    render: ({ subject_id: id }) =>
      id === null ? (
        copy.nothing
      ) : (
        <Id
          small
          variant="ghost"
          aria-label={copy.onlySubject(wordsCopy.shortId(id))}
          onClick={() => onSubject(id)}
        >
          {wordsCopy.shortId(id)}
        </Id>
      ),
  },
  {
    key: 'details',
    header: copy.columns.details,
    render: (row) => (
      <Long>
        {detailLines(area, row.details).map((line) => (
          <span key={line}>{line}</span>
        ))}
        {row.request_id ? <small>{copy.request(row.request_id)}</small> : null}
      </Long>
    ),
  },
];
