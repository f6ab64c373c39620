import { useSession } from '@gerbang/web-kit/session';
import { AnnouncementForm } from './announcement-form.tsx';

/** /admin/announcements/create. */
export function CreatePage() {
  const { user } = useSession();
  if (!user) return null;
  // A new draft has no stored state to restart with.
  return <AnnouncementForm userId={user.id} stored={null} seen={null} onTheirs={() => undefined} />;
}
