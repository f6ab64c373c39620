import { Card } from '@gerbang/ui/card';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton } from '@gerbang/ui/skeleton';
import { useSession } from '@gerbang/web-kit/session';
import { ProfileForm } from './profile-form.tsx';
import { useProfile } from '@gerbang/web-kit/family/profile.api';
import { profileCopy as copy } from './profile.copy.ts';

/** /profile 'Lengkapi Profil': the family's data. */
export function ProfilePage() {
  const { user } = useSession();
  const profile = useProfile();
  if (!user) return null;
  if (profile.data) return <ProfileForm key={user.id} userId={user.id} profile={profile.data} />;
  if (profile.isError) {
    return (
      <LoadFailed
        title={copy.loadFailed}
        retrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  return (
    <Card as="div">
      <Skeleton lines={10} label={copy.loading} />
    </Card>
  );
}
