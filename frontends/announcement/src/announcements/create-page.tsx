import { useSession } from '@gerbang/web-kit/session';
import { AnnouncementForm } from './announcement-form.tsx';

/** /admin/announcements/create (admission workflow §2). */
export function CreatePage() {
  const { user } = useSession();
  if (!user) return null;
  // A new draft has nobody's state to begin anew with.
  return <AnnouncementForm userId={user.id} stored={null} seen={null} onTheirs={() => undefined} />;
}
