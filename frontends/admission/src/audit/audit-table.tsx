import type { AuditEntry } from '@gerbang/contracts/admission.types';
import { isRole, ROLE_LABELS } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import { DataTable } from '@gerbang/ui/data-table';
import { formatMoment } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { wordsCopy } from './audit-words.copy.ts';
import { detailLines } from './audit-words.ts';
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

const Moment = styled.time`
  font-weight: 400;
  font-feature-settings: 'tnum';
  @media (min-width: 1200px) {
    white-space: nowrap;
  }
`;

/** Ids and texts without a space; as wide as a request's number where there is room. */
const Long = styled(Lines)`
  overflow-wrap: anywhere;
  @media (min-width: 1024px) {
    min-width: 300px;
  }
`;

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
          render: (row) => <Moment dateTime={row.at}>{formatMoment(row.at)}</Moment>,
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
      ]}
    />
  );
}
