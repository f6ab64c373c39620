import type { Offer } from '@gerbang/contracts/offers';
import { deadlines } from '@gerbang/domain/day-limits';
import { type DayLimits, dayProblem } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Alert } from '@gerbang/ui/banner';
import { DatePicker } from '@gerbang/ui/date-picker';
import { Dialog } from '@gerbang/ui/dialog';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { issuesOf } from '@gerbang/web-kit/api/client';
import { formatDayText, formatMoment } from '@gerbang/web-kit/page/format';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { REASON_LEAST, REASON_MOST, reasonOf } from '../seat-pools/reason-text.ts';
import { useExtendOffer } from './offers.api.ts';
import { extendCopy as copy } from './offers.copy.ts';
import { useSeenOffer } from './use-seen-offer.ts';

const DAY_MS = 86_400_000;

/** The days that can be chosen: after the present deadline and not before today, at most until the last day of offers. */
function daysOf(until: string | null, latest: string | null, now: Date): DayLimits {
  const next = until === null ? now : new Date(Date.parse(until) + DAY_MS);
  const limits = { ...deadlines(now), first: jakartaDay(next < now ? now : next), early: copy.dayWanted };
  return latest !== null && latest < limits.last
    ? { ...limits, last: latest, late: copy.dayTooLate(formatDayText(latest)) }
    : limits;
}

/** Gives a family more time to answer. What was typed stays after a refusal. */
export function ExtendOffer({
  offer,
  latest,
  onClose,
}: {
  offer: Offer;
  /** The last day on which places are offered. */
  latest: string | null;
  onClose: () => void;
}) {
  const { seen, refusal, wordsOf, refuse } = useSeenOffer(offer, copy);
  const [limits] = useState(() => daysOf(offer.answer_until, latest, new Date()));
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [dayIssue, setDayIssue] = useState<string | undefined>();
  const short = reasonOf(reason).length < REASON_LEAST;
  const { send, pending } = useDecision(useExtendOffer(), {
    done: ({ answer_until: until, child_name: child }) => [
      copy.done,
      copy.doneText(child, until === null ? '' : formatMoment(until)),
    ],
    failed: copy.failed,
    failureText: wordsOf,
    onFailure: (error) => {
      setDayIssue(issuesOf(error).answer_until);
      refuse(error);
    },
    onClose,
  });
  const extend = () => {
    setTried(true);
    if (day !== '' && dayProblem(limits, day) === null && !short)
      send({ offer: seen, day, reason: reasonOf(reason) });
  };
  return (
    <Dialog title={copy.title(offer.child_name)} dismissable={false} onClose={onClose}>
      <Stack data-unsaved={day === '' && reason === '' ? undefined : ''}>
        <Quiet $figures>
          {seen.answer_until === null ? copy.noDeadline : copy.now(formatMoment(seen.answer_until))}{' '}
          {copy.used(seen.extensions)}
        </Quiet>
        <Alert>{dayIssue === undefined && refusal}</Alert>
        <DatePicker
          label={copy.day}
          hint={copy.dayHint}
          limits={limits}
          value={day}
          error={dayIssue ?? (tried && day === '' ? copy.dayWanted : undefined)}
          onChange={(chosen) => {
            setDay(chosen);
            setDayIssue(undefined);
          }}
        />
        <TextField
          label={copy.reason}
          hint={copy.reasonHint}
          autoComplete="off"
          maxLength={REASON_MOST}
          value={reason}
          error={tried && short ? copy.reasonWanted : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      </Stack>
      <FormActions
        label={copy.save}
        pending={pending}
        pendingLabel={copy.pending}
        onClick={extend}
        onCancel={onClose}
      />
    </Dialog>
  );
}
