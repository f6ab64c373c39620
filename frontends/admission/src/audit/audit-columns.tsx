import type { AuditEntry } from '@gerbang/contracts/audit';
import { isRole, ROLE_WORDS } from '@gerbang/domain/roles';
import { IconButton } from '@gerbang/ui/button';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { FamilyLink } from '@gerbang/web-kit/desk/family-link.tsx';
import { Funnel } from 'lucide-react';
import { styled } from 'styled-components';
import { type AreaName, auditCopy as copy, wordsCopy } from './audit.copy.ts';
import { detailLines, isTechnical } from './audit-words.ts';

/** A record's name with its filter beside it. */
const Subject = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 4px;
  @media (min-width: 1200px) {
    min-width: 240px;
  }
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
  span + span::before {
    content: ' · ';
  }
  summary {
    width: fit-content;
    color: var(--text-link);
  }
  @media (min-width: 1024px) {
    min-width: 300px;
  }
`;

/** Everything that changed; the ids of the machine behind a line. */
function Changes({ area, row: { details, request_id: request } }: { area: AreaName; row: AuditEntry }) {
  const linesOf = (technical: boolean) =>
    detailLines(
      area,
      Object.fromEntries(
        Object.entries(details).filter(([name, value]) => isTechnical(name, value) === technical),
      ),
    );
  const technical = [...linesOf(true), ...(request ? [copy.request(request)] : [])];
  return (
    <Long as="div">
      <p>
        {linesOf(false).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      {technical.length > 0 ? (
        <details>
          <summary>{copy.technical}</summary>
          {technical.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </details>
      ) : null}
    </Long>
  );
}

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
    render: ({ subject_id: id, subject }) => {
      if (id === null) return copy.nothing;
      const name = [subject?.name, subject?.number].filter(Boolean).join(' · ') || wordsCopy.shortId(id);
      return (
        <Subject>
          <span>{subject?.family_id ? <FamilyLink id={subject.family_id}>{name}</FamilyLink> : name}</span>
          <IconButton label={copy.onlySubject(name)} onClick={() => onSubject(id)}>
            <Funnel size={16} aria-hidden="true" />
          </IconButton>
        </Subject>
      );
    },
  },
  {
    key: 'details',
    header: copy.columns.details,
    render: (row) => <Changes area={area} row={row} />,
  },
];
