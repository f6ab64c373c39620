import { can } from '@gerbang/domain/abilities';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Checkbox } from '@gerbang/ui/checkbox';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Row, Stack } from '@gerbang/ui/layout';
import { Pager } from '@gerbang/ui/pager';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useSession } from '@gerbang/web-kit/session/session';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { BellOff, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ChannelSettings } from './channel-settings.tsx';
import { NotificationList } from './notification-list.tsx';
import { useMarkRead, useNotifications } from './notifications.api.ts';
import { notificationsCopy as copy } from './notifications.copy.ts';

const A_PAGE = 20;
/** On phones its icon stands for it, which leaves the filter its line. */
const Word = styled.span`
  @media (max-width: 479.98px) {
    ${hiddenCss}
  }
`;
const FIRST = { cursor: undefined as string | undefined, page: 1 };

/** /notifications: all messages to the account, and by which channel families get them. */
export function NotificationsPage() {
  const { user } = useSession();
  const [onlyUnread, setOnlyUnread] = useState(false);
  const [{ cursor, page }, setPlace] = useState(FIRST);
  const list = useNotifications({
    limit: String(A_PAGE),
    ...(onlyUnread && { unread: 'true' as const }),
    ...(cursor && { cursor }),
  });
  const readAll = useMarkRead();
  const { data } = list;
  /** Nothing has come at all: there is nothing to filter and to mark. */
  const isEmpty = data?.total === 0 && !onlyUnread;
  const filter = (only: boolean) => {
    setOnlyUnread(only);
    setPlace(FIRST);
  };

  return (
    <Stack $gap={24} $width={800}>
      {isEmpty ? null : (
        <Row $justify="between" $align="center">
          <Checkbox
            label={copy.filter}
            checked={onlyUnread}
            onChange={(event) => filter(event.currentTarget.checked)}
          />
          <Button
            variant="secondary"
            title={copy.readAll}
            icon={<CheckCheck size={18} aria-hidden="true" />}
            pending={readAll.isPending}
            onClick={() =>
              readAll.mutate(undefined, {
                onSuccess: () => (onlyUnread ? void list.refetch() : undefined),
                onError: (error) => toastFailure(copy.readFailed, error),
              })
            }
          >
            <Word>{copy.readAll}</Word>
          </Button>
        </Row>
      )}
      {data ? (
        <Card as="div">
          {data.rows.length > 0 ? (
            <NotificationList items={data.rows} />
          ) : (
            <div role="status">
              <EmptyState icon={<BellOff size={28} />} title={onlyUnread ? copy.nothingUnread : copy.empty}>
                {onlyUnread ? null : copy.emptyText}
              </EmptyState>
            </div>
          )}
        </Card>
      ) : (
        <Loading of={list} card lines={9} label={copy.loading} failed={copy.loadFailed} />
      )}
      {data ? (
        <Pager
          label={copy.pages}
          page={page}
          pages={Math.ceil(data.total / A_PAGE)}
          next={data.next}
          previous={data.prev}
          onTurn={(to, step) => setPlace({ cursor: to, page: page + step })}
        />
      ) : null}
      {user && can(user.role, 'family.own') ? <ChannelSettings /> : null}
    </Stack>
  );
}
