import type { AuditEntry } from '@gerbang/contracts/admission.types';
import { isRole, ROLE_LABELS } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import { DataTable } from '@gerbang/ui/data-table';
import { formatMoment } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { auditCopy as copy } from './audit.copy.ts';

const Lines = styled.span`
  display: grid;
  gap: 2px;
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

const Id = styled(Button)`
  white-space: nowrap;
`;

/** Ids and texts without a space. */
const Long = styled(Lines)`
  overflow-wrap: anywhere;
`;

/** A value of the trail as text; a change as what it was and what it is. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return copy.nothing;
  if (Array.isArray(value)) return value.map(textOf).join(', ') || copy.nothing;
  if (typeof value === 'object' && 'from' in value && 'to' in value)
    return copy.change(textOf(value.from), textOf(value.to));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The trail as a table; an id leads to everything that was done to its record. */
export function AuditTable({
  rows,
  actions,
  onSubject,
}: {
  rows: readonly AuditEntry[];
  /** What was done, in words. */
  actions: Readonly<Record<string, string>>;
  onSubject: (id: string) => void;
}) {
  return (
    <DataTable
      dense
      caption={copy.caption}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'at',
          header: copy.columns.at,
          rowHeader: true,
          render: (row) => <time dateTime={row.at}>{formatMoment(row.at)}</time>,
        },
        {
          key: 'actor',
          header: copy.columns.actor,
          render: ({ actor }) => (
            <Lines>
              {actor ? (actor.name ?? copy.nobody) : copy.system}
              {actor && isRole(actor.role) ? <small>{ROLE_LABELS[actor.role]}</small> : null}
            </Lines>
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
              <Id small variant="ghost" aria-label={copy.onlySubject(id)} onClick={() => onSubject(id)}>
                {`…${id.slice(-8)}`}
              </Id>
            ),
        },
        {
          key: 'details',
          header: copy.columns.details,
          render: (row) => (
            <Long>
              {Object.entries(row.details).map(([name, value]) => (
                <span key={name}>
                  {name}: {textOf(value)}
                </span>
              ))}
              {row.request_id ? <small>{copy.request(row.request_id)}</small> : null}
            </Long>
          ),
        },
      ]}
    />
  );
}
