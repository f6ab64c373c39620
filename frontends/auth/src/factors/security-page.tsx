import { Stack } from '@gerbang/ui/layout';
import { SessionsSection } from '../sessions/sessions-section.tsx';

/** /security: the second step of the login, and the devices that are logged in. */
export function SecurityPage() {
  return (
    <Stack $gap={24} $width={800}>
      <SessionsSection />
    </Stack>
  );
}
