import { Dialog } from '@gerbang/ui/dialog';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { BellOff } from 'lucide-react';
import { NotificationList } from './notification-list.tsx';
import { useNotifications } from './notifications.api.ts';
import { notificationsCopy as copy } from './notifications.copy.ts';

/** The newest ten messages, and the way to all. */
export function NotificationsSheet({ onClose }: { onClose: () => void }) {
  const newest = useNotifications({ limit: '10' });
  return (
    <Dialog title={copy.title} onClose={onClose}>
      {newest.data ? (
        newest.data.rows.length > 0 ? (
          <NotificationList items={newest.data.rows} onFollow={onClose} />
        ) : (
          <EmptyState icon={<BellOff size={28} />} title={copy.empty}>
            {copy.emptyText}
          </EmptyState>
        )
      ) : (
        <Loading of={newest} lines={6} label={copy.loading} failed={copy.loadFailed} />
      )}
      <LinkButton to="/notifications" $variant="secondary" $block onClick={onClose}>
        {copy.all}
      </LinkButton>
    </Dialog>
  );
}
