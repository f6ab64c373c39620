import { Loading } from '@gerbang/web-kit/components/loading';
import { useSession } from '@gerbang/web-kit/session';
import { ProfileForm } from './profile-form.tsx';
import { useProfile } from '@gerbang/web-kit/family/family.api';
import { profileCopy as copy } from './profile.copy.ts';

/** /profile 'Lengkapi Profil': the family's data. */
export function ProfilePage() {
  const { user } = useSession();
  const profile = useProfile();
  if (!user) return null;
  if (profile.data) return <ProfileForm key={user.id} userId={user.id} profile={profile.data} />;
  return <Loading of={profile} card lines={10} label={copy.loading} failed={copy.loadFailed} />;
}
