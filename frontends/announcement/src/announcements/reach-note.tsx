import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import { readReach } from '@gerbang/contracts/missed-messages';
import { Banner } from '@gerbang/ui/banner';
import { call } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { reachCopy as copy } from './announcements.copy.ts';

/** The way to the families to be called, for roles that see messages. */
export function MissedLink() {
  return useCan('messages.watch') ? <Link to="/admin/messages?view=missed">{copy.open}</Link> : null;
}

/** Before a publication: how many families its messages will not reach; nothing where it reaches all. */
export function ReachNote({ announcement: { id, version, results } }: { announcement: Announcement }) {
  const ids = [...new Set(results.flatMap(({ user_id: user }) => user ?? []))];
  const asks = useCan('announcements.delivery') && ids.length > 0;
  const { data } = useQuery({
    queryKey: ['announcements', 'reach', id, version],
    queryFn: ({ signal }) => call(readReach, { body: { account_ids: ids }, signal }),
    enabled: asks,
  });
  if (!data || data.unreached === 0) return null;
  return (
    <Banner tone="attention">
      <p>{copy.unreached(data.unreached, ids.length)}</p>
      <MissedLink />
    </Banner>
  );
}
