import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { Quiet } from '@gerbang/ui/layout';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Suspense } from 'react';
import { Part } from '../staff-registrations/registration-sections.tsx';
import { prioritiesCopy as copy } from './waitlists.copy.ts';

// Few registrations are of a class with limited seats.
const Priorities = lazyPart(() => import('./priorities.tsx').then((file) => file.Priorities));

/** The priorities of a registration, where the seats of its class are limited and the viewer reads its list. */
export function PrioritiesPart({ registration: { id, priorities } }: { registration: StaffRegistration }) {
  if (!priorities) return null;
  return (
    <Part title={copy.title}>
      <Quiet $small>{copy.lead}</Quiet>
      <Suspense fallback={null}>
        <Priorities registrationId={id} priorities={priorities} />
      </Suspense>
    </Part>
  );
}
