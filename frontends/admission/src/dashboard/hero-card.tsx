import { callName, type FamilyStep, type StepPayment } from '@gerbang/domain/family-steps';
import { Hero, heroButtonCss, HeroLead, HeroLine, HeroTitle } from '@gerbang/ui/hero';
import { TransferAmount } from '@gerbang/web-kit/payment/transfer-amount.tsx';
import { formatWeekday, untilText } from '@gerbang/web-kit/page/days';
import { useTransferAmount } from '@gerbang/web-kit/payment/use-transfer-amount';
import { Link } from '@gerbang/web-kit/page/router';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { Clock } from 'lucide-react';
import { styled } from 'styled-components';
import { type FeesOfAccount, sumOf } from '../registration-payments/fees-together.ts';
import { homeCopy as copy, names, stepCopy } from './home.copy.ts';
import { billOf, billOfPayment, calendarOf, type Profile, profileWords, wayTo } from './steps.ts';

const Go = styled(Link)`
  ${heroButtonCss}
`;

const Save = styled.a`
  ${heroButtonCss}
`;

const Reason = styled(HeroLine)`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 4;
  overflow: hidden;
`;

/** How far off a step's day is, with the day where the large words do not say it. */
function Day({ day, named }: { day: string; named: boolean }) {
  return (
    <HeroLine $quiet>
      <Clock size={16} aria-hidden="true" />
      {named ? null : `${formatWeekday(day)} · `}
      {untilText(day)}
    </HeroLine>
  );
}

/** Whether the words of a step say its day already. */
const namesDay = ({ kind, declined }: FamilyStep) =>
  kind === 'observation' || (kind === 'confirm' && !declined);

/** 'Langkah Anda berikutnya': the one thing that this family has to do first, large, with its button. */
export function HeroCard({ step, profile }: { step: FamilyStep; profile: Profile | undefined }) {
  const text = stepCopy[step.kind](step, useTransferAmount(billOf(step)));
  const words = step.kind === 'profile_incomplete' && profile ? profileWords(profile) : null;
  const about = words?.left ?? names(text.about, text.note);
  return (
    <Hero label={copy.heroLabel}>
      <HeroLead>{copy.heroLabel}</HeroLead>
      <HeroTitle>{words?.title ?? text.title}</HeroTitle>
      {about ? <HeroLine>{about}</HeroLine> : null}
      {step.reason ? <Reason>{step.reason}</Reason> : null}
      {step.day ? <Day day={step.day} named={namesDay(step)} /> : null}
      {step.kind === 'observation' && step.registration_id ? (
        <Save href={calendarOf(step.registration_id)} download>
          {text.action}
        </Save>
      ) : (
        <Go to={words?.to ?? wayTo(step)}>{words?.title ?? text.action}</Go>
      )}
    </Hero>
  );
}

/**
 * The same for several open fees that one transfer pays: their sum, and the way to its page. With `exactly` the large words
 * are no amount, because only that page knows what is to be transferred.
 */
export function FeesHero({ fees, exactly }: { fees: FeesOfAccount['fees']; exactly: boolean }) {
  const count = copy.fees(fees.length);
  const sum = formatRupiah(sumOf(fees));
  return (
    <Hero label={copy.heroLabel}>
      <HeroLead>{copy.heroLabel}</HeroLead>
      <HeroTitle>{exactly ? count : names(count, sum)}</HeroTitle>
      <HeroLine>{copy.feesOf(fees.map(({ child }) => callName(child)))}</HeroLine>
      {exactly ? <HeroLine $quiet>{copy.sumOfFees(sum)}</HeroLine> : null}
      <Go to="/registrations/bayar">{copy.together}</Go>
    </Hero>
  );
}

/** The hero of a family that has nothing to do, with the next payment where there is one; one that waits is not told that all is done. */
export function CalmHero({ later, waits }: { later: StepPayment | null; waits: boolean }) {
  return (
    <Hero label={copy.heroLabel}>
      <HeroTitle as="h2">{waits ? copy.waitingTitle : copy.calmTitle}</HeroTitle>
      <HeroLine>{copy.calm}</HeroLine>
      {later ? (
        <>
          <HeroLine $quiet>
            <Clock size={16} aria-hidden="true" />
            {copy.next}: <TransferAmount bill={billOfPayment(later)} />, {formatWeekday(later.due_date)}
          </HeroLine>
          <Go to="/tagihan">{copy.toInvoices}</Go>
        </>
      ) : null}
    </Hero>
  );
}
