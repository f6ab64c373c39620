import type { DocumentRow } from '@gerbang/contracts/document-reviews';
import { type DocumentFact, FACT_LABELS, type ReturnReason } from '@gerbang/domain/child-documents';
import { expiryDays } from '@gerbang/domain/day-limits';
import { dayProblem } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { reviewCopy as copy } from './document-reviews.copy.ts';
import { rowOf, useStaffDocuments } from './document-reviews.api.ts';
import type { ReviewDesk } from './use-review.ts';

/**
 * One document being reviewed: what was typed beside it, what is ticked, and its decisions. A sending that came after the
 * list was read stands in for the one of the list, so that a decision always names what was seen.
 */
export function useReviewBench(listed: DocumentRow, desk: ReviewDesk, keys: boolean) {
  const reviews = useCan('documents.review');
  const read = useStaffDocuments(listed.registration_id);
  const { data } = read;
  const document = data?.documents.find(({ id }) => id === listed.id);
  const row = (data && document && rowOf(data, document, listed)) ?? listed;
  const [returning, setReturning] = useState<string | null>(null);
  const [older, setOlder] = useState<{ readonly of: string; readonly number: number } | null>(null);

  const asked: readonly DocumentFact[] = document?.type.facts ?? row.type.facts;
  const facts = asked.flatMap((fact) => data?.facts.find((one) => one.fact === fact) ?? []);
  const typed = desk.typedOf(row);
  const checked = facts.filter((one) => one.checked !== null).map(({ fact }) => fact);
  const typedFacts = facts.filter(({ values }) => values.length > 0).map(({ fact }) => fact);
  const accepted = row.status === 'approved';
  // What was compared with an accepted document stays so.
  const ticks = [...new Set([...(accepted ? checked : []), ...(typed.ticks ?? checked)])];
  const setTicks = (next: readonly DocumentFact[]) => desk.type(row, { ticks: next });

  const decidable = reviews && data !== undefined && !data.own_family && !desk.isMade(row);
  const accepts = decidable && row.status === 'uploaded';
  const returns = decidable && (row.status === 'uploaded' || row.status === 'approved');
  const compares = decidable && accepted && typedFacts.some((fact) => !checked.includes(fact));
  const compared = ticks.filter((fact) => !checked.includes(fact));
  const asksReason = returns && returning === row.id;
  const decide = (reason: ReturnReason | null, text: string | null) => {
    if (!data) return;
    setReturning(null);
    const { facts_print } = data;
    const expires_on = (accepts && typed.expires_on) || null;
    desk.decide({
      row,
      reason,
      text,
      facts: compares && !reason ? compared : ticks,
      facts_print,
      expires_on,
    });
  };
  const [days] = useState(() => expiryDays(jakartaDay(new Date())));
  const expiry = accepts && typed.expires_on ? dayProblem(days, typed.expires_on) : null;
  const accept = () => {
    if (expiry !== null) toastFailure(copy.expires, expiry);
    else if (accepts || (compares && compared.length > 0)) decide(null, null);
  };
  const askReason = () => (returns ? setReturning(row.id) : undefined);
  const stopAsking = () => setReturning(null);
  const tick = (fact: DocumentFact) =>
    setTicks(ticks.includes(fact) ? ticks.filter((one) => one !== fact) : [...ticks, fact]);
  useShortcuts({ a: accept, r: askReason }, keys);
  useShortcuts(
    {
      s: () => setTicks(typedFacts),
      ...Object.fromEntries(
        facts.flatMap(({ fact, values }, at) =>
          values.length > 0 ? [[String(at + 1), () => tick(fact)]] : [],
        ),
      ),
    },
    keys && (accepts || compares) && !asksReason,
  );

  const shown = document?.versions.find(
    ({ number }) => older?.of === row.id && number === older.number && number !== row.number,
  );
  return {
    read,
    row,
    document,
    /** The family sent it after the list was read. */
    isNewer: row.number > listed.number,
    ownFamily: data?.own_family === true,
    facts,
    ticks,
    setTicks: accepts || compares ? setTicks : null,
    /** The document is accepted: what is not ticked is to be compared again. */
    accepted,
    /** Whether facts of the accepted document can be ticked, and whether one is that was not. */
    compares,
    comparesSome: compared.length > 0,
    /** What is not ticked, in words. */
    differing: asked
      .filter((fact) => !ticks.includes(fact))
      .map((fact) => FACT_LABELS[fact])
      .join(', '),
    typed,
    /** The days until which the document can be valid. */
    days,
    type: (changes: Parameters<ReviewDesk['type']>[1]) => desk.type(row, changes),
    accepts,
    returns,
    asksReason,
    accept,
    askReason,
    stopAsking,
    decide,
    /** An older sending that is looked at in place of the newest. */
    older: shown,
    showVersion: (number: number | null) => setOlder(number === null ? null : { of: row.id, number }),
  };
}

export type ReviewBench = ReturnType<typeof useReviewBench>;
