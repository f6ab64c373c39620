import type { User } from '@gerbang/contracts/users';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { shownEmail, type UserPart } from '@gerbang/domain/users';
import { type Column, titled } from '@gerbang/ui/data-table';
import { langOf } from '@gerbang/ui/lang';
import { CellPair, Text } from '@gerbang/ui/layout';
import { rowOpenColumn } from '@gerbang/web-kit/lists/row-open.tsx';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { usersCopy as copy } from './users.copy.ts';

/** Below this width the address stands below the name. */
const EMAIL_FROM = 720;

const NoName = styled.span`
  font-weight: 400;
  font-style: italic;
  color: var(--text-muted);
`;

/** Who an account is of, in a sentence. */
export const whoOf = ({ name, email }: User): string => name?.trim() || shownEmail(email) || copy.noName;

/** What is to be known of an account beside the facts. */
export const marksOf = ({ id, closed_at, must_change_password }: User, actor: User): readonly string[] => [
  ...(id === actor.id ? [copy.you] : []),
  ...(must_change_password && !closed_at ? [copy.mustChange] : []),
];

const Day = ({ at }: { at: string }) => (
  <Text as="time" $whole dateTime={at}>
    {formatDateShort(at)}
  </Text>
);

/** The columns of a part, the first to go last; cards on phones. */
export function columnsOf(
  part: UserPart,
  { actor, onOpen }: { readonly actor: User; readonly onOpen: (user: User) => void },
): Column<User>[] {
  const columns: Column<User>[] = titled(copy.columns, [
    {
      key: 'name',
      rowHeader: true,
      sort: { ascending: 'name', descending: '-name' },
      render: (user) => (
        <CellPair>
          {user.name?.trim() ? <span>{user.name}</span> : <NoName>{copy.noName}</NoName>}
          <small data-until={EMAIL_FROM}>
            {[shownEmail(user.email), ...marksOf(user, actor)].filter(Boolean).join(' · ')}
          </small>
          <small data-from={EMAIL_FROM}>{marksOf(user, actor).join(' · ')}</small>
        </CellPair>
      ),
    },
    {
      key: 'email',
      width: '30%',
      from: EMAIL_FROM,
      render: ({ email }) => (
        <CellPair>
          <span>{shownEmail(email) || '-'}</span>
        </CellPair>
      ),
    },
    {
      key: 'role',
      width: '158px',
      render: ({ role }) => <span lang={langOf(ROLE_LABELS[role])}>{ROLE_LABELS[role]}</span>,
    },
    {
      key: 'joined',
      width: '124px',
      from: 560,
      sort: { ascending: 'created_at', descending: '-created_at', first: 'descending' },
      render: ({ created_at }) => <Day at={created_at} />,
    },
    { key: 'closed', width: '124px', render: ({ closed_at }) => (closed_at ? <Day at={closed_at} /> : '-') },
    rowOpenColumn(copy.open, (user) => copy.openOf(whoOf(user)), onOpen),
  ]);
  const hidden = { staff: 'closed', families: 'role closed', closed: 'joined' }[part].split(' ');
  return columns.filter(({ key }) => !hidden.includes(key));
}
