import { Stack } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { Megaphone } from 'lucide-react';
import { CorrectionsCard } from '../result-corrections/corrections-card.tsx';
import { ActingDialogs, Conflict } from './actions.tsx';
import { announcementColumns } from './announcement-columns.tsx';
import { CreateLink } from './create-link.tsx';
import { announcements, countersFor, readCounts } from './announcements-list.ts';
import { useActing } from './use-acting.ts';

/** /admin/announcements: every announcement, the waiting ones first, with its actions in place. */
export function AnnouncementsPage() {
  const list = useStaffList(announcements);
  const { status: _status, ...query } = list.query;
  const counts = useListCounts({ ...list, query }, readCounts);
  const navigate = useNavigate();
  const acting = useActing();
  const writes = useCan('announcements.write');
  const { user } = useSession();

  return (
    <Stack>
      <Conflict acting={acting} />
      <CorrectionsCard />
      <StaffList
        list={writes ? list : { ...list, texts: { ...list.texts, emptyText: undefined } }}
        columns={announcementColumns(acting)}
        icon={<Megaphone size={28} />}
        keys={acting.asked === null}
        onOpen={(row) => void navigate(`/announcement/${row.id}`)}
        counters={user ? { ...countersFor(user.role), counts } : undefined}
        beside={writes ? <CreateLink /> : null}
      />
      <ActingDialogs acting={acting} />
    </Stack>
  );
}
