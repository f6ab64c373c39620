import type { MissedFamily } from '@gerbang/contracts/missed-messages';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { PhoneCall } from 'lucide-react';
import { Suspense, useState } from 'react';
import { missedColumns } from './missed-columns.tsx';
import { missedFamilies } from './missed-messages.api.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const ResendDialog = lazyPart(() => import('./missed-dialogs.tsx').then((file) => file.ResendMissedDialog));
const ContactedDialog = lazyPart(() => import('./missed-dialogs.tsx').then((file) => file.ContactedDialog));

/** 'Perlu dihubungi': the families whose messages failed, one row each, the longest wait first. */
export function MissedList() {
  const list = useStaffList(missedFamilies);
  const [asked, setAsked] = useState<{ act: 'resend' | 'done'; family: MissedFamily } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <StaffList
        list={list}
        columns={missedColumns({
          onResend: (family) => setAsked({ act: 'resend', family }),
          onDone: (family) => setAsked({ act: 'done', family }),
        })}
        icon={<PhoneCall size={28} />}
        keys={asked === null}
      />
      <Suspense fallback={null}>
        {asked?.act === 'resend' ? <ResendDialog family={asked.family} onClose={close} /> : null}
        {asked?.act === 'done' ? <ContactedDialog family={asked.family} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
