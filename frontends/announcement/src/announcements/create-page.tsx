import { useNavigate } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { AnnouncementForm } from './announcement-form.tsx';

/** /admin/announcements/create. */
export function CreatePage() {
  const { user } = useSession();
  const navigate = useNavigate();
  if (!user) return null;
  // A new draft has no stored state to restart with.
  return (
    <AnnouncementForm
      userId={user.id}
      stored={null}
      onTheirs={() => undefined}
      onSubmit={({ id }) => void navigate(`/admin/announcements/edit/${id}?ajukan`)}
    />
  );
}
