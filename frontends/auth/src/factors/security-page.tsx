import { ROLE_WORDS } from '@gerbang/domain/roles';
import { Banner } from '@gerbang/ui/banner';
import { Stack } from '@gerbang/ui/layout';
import { useSession } from '@gerbang/web-kit/session/session';
import { useSessions } from '../sessions/sessions.api.ts';
import { deviceText } from '../sessions/sessions.copy.ts';
import { SessionsSection } from '../sessions/sessions-section.tsx';
import { useFactors } from './factors.api.ts';
import { factorsCopy as copy } from './factors.copy.ts';
import { FactorsSection } from './factors-section.tsx';

/** /security: the second step of the login, and the devices that are logged in. */
export function SecurityPage() {
  const { user } = useSession();
  const factors = useFactors();
  const sessions = useSessions();
  const device = sessions.data?.find(({ current }) => current)?.device ?? null;
  const role = user ? ROLE_WORDS[user.role] : '';
  const missing = factors.data?.policy === 'required' && factors.data.factors.length === 0;
  return (
    <Stack $gap={24} $width={800}>
      {user?.must_add_factor ? (
        <Banner tone="attention">
          <strong>{copy.dutyTitle}</strong>
          <p>{copy.dutyText(role)}</p>
        </Banner>
      ) : missing ? (
        <Banner tone="attention">{copy.requiredText(role)}</Banner>
      ) : null}
      <FactorsSection factors={factors} device={device === null ? '' : deviceText(device)} />
      <SessionsSection sessions={sessions} />
    </Stack>
  );
}
