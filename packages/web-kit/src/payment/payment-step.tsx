import { ProgressBar } from '@gerbang/ui/progress-bar';
import { Quiet } from '@gerbang/ui/layout';
import { Link } from '@gerbang/web-kit/page/router';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { paymentStepsCopy as copy } from './payment.copy.ts';

const Top = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 4px 12px;
  > :last-child {
    grid-column: 1 / -1;
    height: 4px;
  }
  a,
  button {
    display: inline-flex;
    align-items: center;
    justify-self: start;
    gap: 4px;
    min-height: 44px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--text-link);
    text-decoration: none;
  }
`;

const Title = styled.h2`
  font-size: 1.25rem;
  line-height: 1.4;
  scroll-margin-block-start: 120px;
`;

/** One of the two steps of a payment: the way back, how far it is, what to do. */
export function PaymentStep({
  step,
  title,
  about,
  back,
  children,
}: {
  step: 1 | 2;
  title: string;
  /** Whom and what it concerns. */
  about: string;
  /** The way back: to a page, or to the step before. */
  back: { readonly label: string } & ({ readonly to: string } | { readonly onBack: () => void });
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  const inside = (
    <>
      <ChevronLeft size={20} aria-hidden="true" />
      {back.label}
    </>
  );
  return (
    <>
      <Top>
        {'to' in back ? (
          <Link to={back.to}>{inside}</Link>
        ) : (
          <button type="button" onClick={back.onBack}>
            {inside}
          </button>
        )}
        <Quiet $small $figures>
          {copy.step(step)}
        </Quiet>
        <ProgressBar percent={step * 50} label={copy.steps} />
      </Top>
      <div>
        <Title ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Quiet $small $figures>
          {about}
        </Quiet>
      </div>
      {children}
    </>
  );
}
