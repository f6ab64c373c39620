import { listMessages } from '@gerbang/contracts/messages';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { MESSAGE_STATUS_LABELS, MESSAGE_TONES } from '@gerbang/domain/messages';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { call } from '@gerbang/web-kit/api/client';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { styled } from 'styled-components';
import { messagesTabCopy as copy } from './registration-detail.copy.ts';

const SHOWN = '10';

const List = styled.ol`
  > li {
    padding-block: 12px;
    border-block-end: 1px solid var(--border-subtle);
  }
`;

/** The tab 'Pesan': the last messages to the family with their state, and why one did not arrive. */
export function MessagesTab({ accountId }: { accountId: string }) {
  const read = useQuery({
    queryKey: ['messages', 'family', accountId],
    queryFn: ({ signal }) => call(listMessages, { query: { recipient: accountId, limit: SHOWN }, signal }),
    refetchOnMount: 'always',
  });
  if (!read.data) return <Loading of={read} lines={10} label={copy.loading} failed={copy.loadFailed} />;
  if (read.data.length === 0) return <Quiet>{copy.none}</Quiet>;
  return (
    <Stack $gap={12}>
      <List aria-label={copy.last}>
        {read.data.map((message) => (
          <li key={message.id}>
            <Row $justify="between" $align="center">
              <strong>{MESSAGE_KIND_LABELS[message.kind]}</strong>
              <StatusTag tone={MESSAGE_TONES[message.status]}>
                {MESSAGE_STATUS_LABELS[message.status]}
              </StatusTag>
            </Row>
            <Quiet $small $figures>
              {formatMoment(message.created_at)} · {message.recipient.phone}
            </Quiet>
            <Quiet $small>{messageTrouble(message)?.cause}</Quiet>
          </li>
        ))}
      </List>
      <Link to={`/admin/messages?view=all&recipient=${accountId}`}>{copy.all}</Link>
    </Stack>
  );
}
