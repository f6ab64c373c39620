import { type InboxItem, listNotifications, readNotifications } from '@gerbang/contracts/notifications';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { call, callPage, noteUnread } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { styled } from 'styled-components';
import { homeCopy as copy } from './home.copy.ts';

const SHOWN = '3';

const Box = styled(Card)`
  h2 {
    font-size: 1rem;
    line-height: 1.5;
  }
  li {
    padding-block: 8px;
    line-height: 1.43;
    border-block-start: 1px solid var(--border-subtle);
    overflow-wrap: anywhere;
  }
  li:first-child {
    border-block-start: 0;
  }
  li:last-child {
    padding-block-end: 0;
  }
  li a,
  li b {
    display: inline-block;
    min-height: 24px;
    font-weight: 600;
  }
`;

/** Following a message marks it as read; where that fails, the bell goes on counting it. */
const markRead = ({ id, read_at }: InboxItem) => {
  if (read_at !== null) return;
  void call(readNotifications, { body: { ids: [id] } }).then(
    ({ unread }) => noteUnread(unread),
    () => undefined,
  );
};

/** What the school wrote last, beside the child's way on a desktop; nothing before the first message. */
export function LastMessages() {
  const { data } = useQuery({
    queryKey: ['notifications', { limit: SHOWN }],
    queryFn: ({ signal }) => callPage(listNotifications, { query: { limit: SHOWN }, signal }),
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <Stack as={Box} $gap={4}>
      <Row $justify="between" $align="baseline">
        <CardTitle>{copy.messages}</CardTitle>
        <Link to="/notifications">{copy.allMessages}</Link>
      </Row>
      <ul>
        {data.rows.map((item) => (
          <li key={item.id}>
            {item.link === null ? (
              <b>{item.title}</b>
            ) : (
              <Link to={item.link} onClick={() => markRead(item)}>
                {item.title}
              </Link>
            )}
            <Quiet $small $figures>
              {formatMoment(item.created_at)}
            </Quiet>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
