import { PageSpinner } from '@gerbang/ui/spinner';

/** /profile: the family's own data (accounts §2). */
export function ProfilePage() {
  return <PageSpinner label="Memuat..." />;
}
