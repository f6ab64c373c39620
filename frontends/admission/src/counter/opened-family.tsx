import type { CounterCard } from '@gerbang/contracts/counter';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { formatPhone, formatTime } from '@gerbang/web-kit/page/format';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useEffect, useRef } from 'react';
import { type Opened, useCounterChanges, useInvite } from './counter.api.ts';
import { counterCopy as copy } from './counter.copy.ts';
import { ChildStep } from './child-step.tsx';
import { FamilyStand } from './family-stand.tsx';
import { FeeStep } from './fee-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { RegistrationStep } from './registration-step.tsx';

/** An opened family: its four steps below each other, each saved by itself, in any order. */
export function OpenedFamily({
  opened,
  writes,
  onChange,
  onClose,
}: {
  opened: Opened;
  writes: boolean;
  onChange: (family: CounterCard) => void;
  onClose: () => void;
}) {
  const { family, expires_at } = opened;
  const changes = useCounterChanges(opened);
  const invite = useInvite();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const step = { family, changes, onChange };
  return (
    <Stack $width={800}>
      <Stack as={Card} $gap={8}>
        <h2 ref={heading} tabIndex={-1}>
          {family.name ?? copy.noName}
        </h2>
        <Quiet $figures>{formatPhone(family.phone)}</Quiet>
        <Quiet $small>{copy.openUntil(formatTime(new Date(expires_at)))}</Quiet>
        <Row>
          <Button variant="secondary" onClick={onClose}>
            {copy.close}
          </Button>
          {writes ? (
            <Button
              variant="ghost"
              pending={invite.isPending}
              pendingLabel={copy.inviting}
              onClick={() =>
                invite.isPending
                  ? undefined
                  : invite.mutate(family.user_id, {
                      onSuccess: ({ message }) => toast(copy.invited, message),
                      onError: (error) => toastFailure(copy.inviteFailed, error),
                    })
              }
            >
              {copy.invite}
            </Button>
          ) : null}
          <LinkButton to={`/admin/families/${family.user_id}`} $variant="ghost">
            {copy.familyPage}
          </LinkButton>
        </Row>
      </Stack>
      {writes ? (
        <>
          <ProfileStep {...step} />
          <ChildStep {...step} />
          <RegistrationStep {...step} />
        </>
      ) : (
        <Banner tone="info">{copy.readOnly}</Banner>
      )}
      <FeeStep
        family={family}
        onTaken={(id) => {
          void changes.refresh();
          onChange({
            ...family,
            registrations: family.registrations.map((one) =>
              one.id === id ? { ...one, payment_status: 'verified' as const } : one,
            ),
          });
        }}
      />
      <FamilyStand id={family.user_id} />
    </Stack>
  );
}
