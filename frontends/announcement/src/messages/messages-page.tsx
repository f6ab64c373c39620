import { CountTabs } from '@gerbang/ui/count-tabs';
import { Stack } from '@gerbang/ui/layout';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { MissedList } from '../missed-messages/missed-list.tsx';
import { missedCopy } from '../missed-messages/missed-messages.copy.ts';
import { AllMessages } from './all-messages.tsx';

/** What a link to certain messages names in the address. */
const NARROWED = ['id', 'status', 'kind', 'from', 'to', 'recipient'];
const VIEWS = [
  { key: 'missed', label: missedCopy.missed },
  { key: 'all', label: missedCopy.all },
] as const;

/** /admin/messages: the families to be called, with which cs begins, and all messages. */
export function MessagesPage() {
  const { params } = useAddressParams();
  const navigate = useNavigate();
  const { user } = useSession();
  const usual = user?.role === 'cs' && !NARROWED.some((name) => params.has(name)) ? 'missed' : 'all';
  const view = VIEWS.find(({ key }) => key === params.get('view'))?.key ?? usual;
  return (
    <Stack $gap={8}>
      <CountTabs
        label={missedCopy.views}
        tabs={VIEWS}
        value={view}
        onChange={(key) => (key === null ? undefined : void navigate(`/admin/messages?view=${key}`))}
      />
      {view === 'missed' ? <MissedList /> : <AllMessages />}
    </Stack>
  );
}
