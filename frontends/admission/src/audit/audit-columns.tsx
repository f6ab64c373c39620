import type { AuditEntry } from '@gerbang/contracts/admission.types';
import { isRole, ROLE_LABELS } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { formatMoment, formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { auditCopy as copy, DETAIL_LABELS, VALUE_LABELS, wordsCopy } from './audit.copy.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

const labelOf = (name: string): string => DETAIL_LABELS[name] ?? name;

function wordsOf(text: string): string {
  if (ID.test(text)) return wordsCopy.shortId(text);
  return VALUE_LABELS[text] ?? formatDayText(text);
}

/** A value of the trail as text: a change as `before → after`, constants and field names in words. */
function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return copy.nothing;
  if (typeof value === 'boolean') return value ? wordsCopy.yes : wordsCopy.no;
  if (typeof value === 'number') return name === 'fee' ? formatRupiah(value) : value.toLocaleString('id-ID');
  if (typeof value === 'string') return wordsOf(value);
  if (Array.isArray(value)) return value.map((one) => labelOf(String(one))).join(', ') || copy.nothing;
  if (typeof value !== 'object') return String(value);
  if ('from' in value && 'to' in value)
    return copy.change(valueText(name, value.from), valueText(name, value.to));
  return detailLines(value as Record<string, unknown>).join('; ') || copy.nothing;
}

/** The details of a row, one line each. */
function detailLines(details: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(details).map(([name, value]) =>
    wordsCopy.field(labelOf(name), valueText(name, value)),
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
        {actor && isRole(actor.role) ? <small>{ROLE_LABELS[actor.role]}</small> : null}
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
        {detailLines(row.details).map((line) => (
          <span key={line}>{line}</span>
        ))}
        {row.request_id ? <small>{copy.request(row.request_id)}</small> : null}
      </Long>
    ),
  },
];
