import type { InboxItem } from '@gerbang/contracts/notifications';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { styled } from 'styled-components';
import { useMarkRead } from './notifications.api.ts';
import { notificationsCopy as copy } from './notifications.copy.ts';

const List = styled.ul`
  display: grid;
  li + li {
    border-block-start: 1px solid var(--border-subtle);
  }
`;

const Item = styled.li`
  position: relative;
  display: grid;
  gap: 2px;
  padding: 10px 0 10px 20px;
  line-height: 1.43;
  overflow-wrap: anywhere;
  &[data-unread]::before {
    content: '';
    position: absolute;
    inset: 18px auto auto 0;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--action-bg);
  }
  h3 {
    font-size: 1rem;
    line-height: 1.5;
    font-weight: 600;
  }
  h3 a {
    display: inline-block;
    min-height: 24px;
  }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 16px;
  > p {
    flex: 1 1 128px;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    font-size: 0.875rem;
  }
`;

const OBSERVED = /^\/registrations\?lihat=([0-9a-f-]{36})$/u;

// As notification words the state of a message that was held back until its number is proved.
const UNPROVED = /nomor Anda belum diverifikasi/u;

/** The calendar file of the observation that a message tells of; null for other messages. */
function calendarOf({ kind, text, link }: InboxItem): string | null {
  const id = kind === 'stage_changed' && text.includes('Observasi:') ? OBSERVED.exec(link ?? '')?.[1] : null;
  return id ? `/api/registrations/${id}/observation.ics` : null;
}

/** Messages with the way to what they tell of; following it marks a message as read. */
export function NotificationList({
  items,
  onFollow,
}: {
  items: readonly InboxItem[];
  onFollow?: () => void;
}) {
  const read = useMarkRead();
  const mark = ({ id, read_at }: InboxItem) => {
    if (read_at === null) read.mutate([id], { onError: (error) => toastFailure(copy.readFailed, error) });
  };
  return (
    <List aria-label={copy.listLabel}>
      {items.map((item) => {
        const calendar = calendarOf(item);
        const unread = item.read_at === null;
        return (
          <Item key={item.id} data-unread={unread ? '' : undefined}>
            <h3>
              {unread ? <VisuallyHidden>{`${copy.unread}: `}</VisuallyHidden> : null}
              {item.link === null ? (
                item.title
              ) : (
                <Link
                  to={item.link}
                  onClick={() => {
                    mark(item);
                    onFollow?.();
                  }}
                >
                  {item.title}
                </Link>
              )}
            </h3>
            <p>{item.text}</p>
            <Foot>
              <Quiet $small>
                {formatMoment(item.created_at)} · {item.state}
                {UNPROVED.test(item.state) ? (
                  <>
                    {' · '}
                    <Link to="/phone">{copy.verify}</Link>
                  </>
                ) : null}
              </Quiet>
              {calendar ? (
                <a href={calendar} download>
                  {copy.calendar}
                </a>
              ) : null}
              {unread ? (
                <Button
                  small
                  variant="ghost"
                  aria-label={copy.readOne(item.title)}
                  onClick={() => mark(item)}
                >
                  {copy.read}
                </Button>
              ) : null}
            </Foot>
          </Item>
        );
      })}
    </List>
  );
}
