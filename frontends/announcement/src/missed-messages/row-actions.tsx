import type { MissedFamily } from '@gerbang/contracts/missed-messages';
import { Button, buttonCss } from '@gerbang/ui/button';
import { formatPhone } from '@gerbang/web-kit/page/format';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Check, Phone, Send } from 'lucide-react';
import { styled } from 'styled-components';
import { nameOf, resendable, useFamilyPhone } from './missed-messages.api.ts';
import { missedCopy as copy } from './missed-messages.copy.ts';

const icon = { size: 16, 'aria-hidden': true } as const;

const Buttons = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  > * {
    white-space: nowrap;
  }
  @media (max-width: 639.98px) {
    && > * {
      flex: 1;
      min-height: 44px;
    }
  }
`;

const CallLink = styled.a<{ $small: true }>`
  ${buttonCss}
  font-feature-settings: 'tnum';
`;

/** The link takes the place and the focus of the button. */
const takeFocus = (element: HTMLAnchorElement | null) => element?.focus();

/** The number, asked for by a call of its own, since that is recorded in the audit trail; then a link that calls it. */
function CallButton({ family }: { family: MissedFamily }) {
  const phone = useFamilyPhone();
  const who = nameOf(family);
  if (phone.data) {
    const shown = formatPhone(phone.data.phone);
    return (
      <CallLink ref={takeFocus} $small href={`tel:${phone.data.phone}`} aria-label={copy.callTo(shown, who)}>
        <Phone {...icon} />
        {shown}
      </CallLink>
    );
  }
  return (
    <Button
      small
      icon={<Phone {...icon} />}
      title={copy.callHint}
      aria-label={copy.callOf(who)}
      pending={phone.isPending}
      onClick={() => phone.mutate(family.id, { onError: (error) => toastFailure(copy.callFailed, error) })}
    >
      {copy.call}
    </Button>
  );
}

/** What can be done for a family: calling it, sending again, and noting that it was called. */
export function RowActions({
  family,
  onResend,
  onDone,
}: {
  family: MissedFamily;
  onResend: (family: MissedFamily) => void;
  onDone: (family: MissedFamily) => void;
}) {
  const calls = useCan('families.call');
  const who = nameOf(family);
  const shared = { small: true, variant: 'secondary' } as const;
  return (
    <Buttons>
      {calls && family.phone !== null ? <CallButton family={family} /> : null}
      {resendable(family).length > 0 ? (
        <Button
          {...shared}
          icon={<Send {...icon} />}
          aria-label={copy.resendOf(who)}
          onClick={() => onResend(family)}
        >
          {copy.resend}
        </Button>
      ) : null}
      {calls ? (
        <Button
          {...shared}
          icon={<Check {...icon} />}
          aria-label={copy.doneOf(who)}
          onClick={() => onDone(family)}
        >
          {copy.done}
        </Button>
      ) : null}
    </Buttons>
  );
}
