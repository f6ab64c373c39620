import type { AuditEntry } from '@gerbang/contracts/audit';
import { isRole, ROLE_WORDS } from '@gerbang/domain/roles';
import { IconButton } from '@gerbang/ui/button';
import type { Column } from '@gerbang/ui/data-table';
import { CellPair } from '@gerbang/ui/layout';
import { formatDateShort, formatTime } from '@gerbang/web-kit/page/format';
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
  min-width: 0;
  > button {
    flex: none;
  }
  /* A short name is high enough for a finger, in a line as high as the others. */
  a {
    padding-block: 3px;
  }
  /* A long name is cut where it would wrap, and is no wider to a finger than to the eye. */
  @media (min-width: 640px) {
    > span > span {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 1;
      white-space: normal;
      overflow-wrap: anywhere;
    }
  }
`;

/** What changed: two lines at most until it is opened, all of it on a phone. */
const Long = styled.details`
  overflow-wrap: anywhere;
  summary {
    display: flex;
    gap: 6px;
    cursor: pointer;
    list-style: none;
    &::-webkit-details-marker {
      display: none;
    }
    &::before {
      content: '▸' / '';
      color: var(--text-secondary);
    }
  }
  &[open] summary::before {
    content: '▾' / '';
  }
  summary span + span::before {
    content: ' · ';
  }
  small {
    display: block;
    color: var(--text-secondary);
  }
  @media (min-width: 640px) {
    &:not([open]) summary > span {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
      overflow: hidden;
    }
  }
`;

/** Everything that changed; the ids of the machine behind the line. */
function Changes({ area, row: { details, request_id: request } }: { area: AreaName; row: AuditEntry }) {
  const linesOf = (technical: boolean) =>
    detailLines(
      area,
      Object.fromEntries(
        Object.entries(details).filter(([name, value]) => isTechnical(name, value) === technical),
      ),
    );
  const technical = [...linesOf(true), ...(request ? [copy.request(request)] : [])];
  const [plain, ids] = [linesOf(false), technical.length > 0];
  if (plain.length === 0 && !ids) return copy.nothing;
  return (
    <Long>
      <summary>
        <span>
          {plain.length === 0 ? copy.technical : plain.map((line) => <span key={line}>{line}</span>)}
        </span>
      </summary>
      {ids && plain.length > 0 ? <small>{copy.technical}</small> : null}
      {technical.map((line) => (
        <p key={line}>{line}</p>
      ))}
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
    sort: { ascending: 'at', descending: '-at', first: 'descending' },
    width: '132px',
    rowHeader: true,
    render: ({ at }) => (
      <CellPair as="time" dateTime={at}>
        <span>{formatDateShort(at)}</span>
        <small>{copy.time(formatTime(new Date(at)))}</small>
      </CellPair>
    ),
  },
  {
    key: 'actor',
    header: copy.columns.actor,
    width: '18%',
    render: ({ actor }) => (
      <CellPair>
        <span>{actor ? (actor.name ?? copy.nobody) : copy.system}</span>
        {actor && isRole(actor.role) ? <small>{ROLE_WORDS[actor.role]}</small> : null}
      </CellPair>
    ),
  },
  {
    key: 'action',
    header: copy.columns.action,
    width: '20%',
    render: (row) => actions[row.action] ?? row.action,
  },
  {
    key: 'subject',
    header: copy.columns.subject,
    width: '24%',
    render: ({ subject_id: id, subject }) => {
      if (id === null) return copy.nothing;
      const { name = null, number = null, family_id: family = null } = subject ?? {};
      const [first = wordsCopy.shortId(id), second] = [name, number].filter((one) => one !== null);
      return (
        <Subject>
          <CellPair>
            <span>{family ? <FamilyLink id={family}>{first}</FamilyLink> : first}</span>
            {second ? <small>{second}</small> : null}
          </CellPair>
          <IconButton
            label={copy.onlySubject([first, second].filter(Boolean).join(' · '))}
            onClick={() => onSubject(id)}
          >
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
