import type { SchoolConfig } from '@gerbang/contracts/school';
import { maskedPhone } from '@gerbang/domain/masked-phone';
import { Card } from '@gerbang/ui/card';
import { useSession } from '@gerbang/web-kit/session/session';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

const copy = {
  title: 'Bukti sudah kami terima',
  checked: ({ day_start: from, day_end: to }: SchoolConfig['hours']) =>
    `Tim keuangan memeriksanya pada jam kerja, ${from.replace(':', '.')}–${to.replace(':', '.')} WIB.`,
  told: (phone: string) => `Kami kabari lewat WhatsApp ke ${phone}.`,
  toldHere: 'Kami kabari di kotak masuk portal ini.',
} as const;

const Box = styled(Card)`
  display: grid;
  justify-items: center;
  gap: 12px;
  padding-block: 32px;
  text-align: center;
  h2 {
    font-size: 1.375rem;
    line-height: 1.35;
    scroll-margin-block-start: 120px;
  }
  p {
    max-width: 44ch;
  }
`;

const Tick = styled.span`
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  border-radius: 50%;
  background: var(--tone-success-bg);
  color: var(--tone-success-fg);
`;

/** After a proof was sent: that it has arrived, who looks at it when, and where the news goes. */
export function PaymentDone({
  school,
  isNew,
  children,
}: {
  school: SchoolConfig;
  /** Whether it has just been sent: the heading takes the focus. */
  isNew: boolean;
  /** What can be done now. */
  children: ReactNode;
}) {
  const { user } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNew) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <Box as="div">
      <Tick>
        <Check size={32} aria-hidden="true" />
      </Tick>
      <h2 ref={heading} tabIndex={-1}>
        {copy.title}
      </h2>
      <p>
        {copy.checked(school.hours)}{' '}
        {user?.contact_phone ? copy.told(maskedPhone(user.contact_phone)) : copy.toldHere}
      </p>
      {children}
    </Box>
  );
}
