import type { DocumentRow } from '@gerbang/contracts/document-reviews.types';
import type { DocumentFact } from '@gerbang/domain/child-documents';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { refusalText } from '@gerbang/web-kit/stale';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { useHeld } from '@gerbang/web-kit/use-held';
import type { Opened } from '@gerbang/web-kit/use-opened';
import { useState } from 'react';
import { refreshDocuments, type ReviewVerdict, sendReview } from './review.api.ts';
import { reviewCopy as copy } from './review.copy.ts';

/** What was typed about a document and not sent: it stays while others are looked at, and after a refusal. */
interface Typed {
  /** The sending that was compared; another one is compared anew. */
  readonly number: number;
  /** Null = nothing was ticked or unticked. */
  readonly ticks: readonly DocumentFact[] | null;
  readonly text: string;
  readonly expires_on: string;
}

const NOTHING = { ticks: null, text: '', expires_on: '' } as const;

const wordsOf = ({ row: { type, child_name }, reason }: ReviewVerdict): string =>
  (reason ? copy.sentBack : copy.accepted)(type.label, child_name);

/** Reviews of documents: each can be taken back for a few seconds, and the next document opens by itself. */
export function useReview({
  rows,
  opened,
}: {
  readonly rows: readonly DocumentRow[];
  readonly opened: Opened;
}) {
  const client = useQueryClient();
  const [made, setMade] = useState<ReadonlyMap<string, ReviewVerdict>>(new Map());
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const [finished, setFinished] = useState(false);
  const keep = (verdict: ReviewVerdict, present: boolean) =>
    setMade((before) => {
      const next = new Map(before);
      if (present) next.set(verdict.row.id, verdict);
      else next.delete(verdict.row.id);
      return next;
    });

  const leave = async (verdict: ReviewVerdict) => {
    const { type, child_name: child, id, registration_id: registrationId } = verdict.row;
    try {
      await sendReview(verdict);
      toast(copy.success, wordsOf(verdict));
      setTyped((before) => new Map([...before].filter(([key]) => key !== id)));
    } catch (error) {
      keep(verdict, false);
      toastFailure(copy.failedOf(type.label, child), refusalText(error, copy.failed));
    }
    await refreshDocuments(client, registrationId);
  };
  const { held, hold, undo } = useHeld(leave);

  // What was decided stays decided here: the list is drawn a moment after it is read.
  const isMade = (row: DocumentRow) => (made.get(row.id)?.row.version ?? 0) >= row.version;
  const isOpen = (row: DocumentRow) => row.status === 'uploaded' && !isMade(row);
  const at = rows.findIndex(({ id }) => id === opened.id);
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].filter(isOpen);
  const next = rows.slice(at + 1).find(isOpen);

  const advance = () => {
    const [first] = others;
    if (next) opened.show(next.id);
    else if (opened.hasNext && at === rows.length - 1) opened.toNext();
    else if (first) opened.show(first.id);
    else {
      opened.close();
      setFinished(true);
    }
  };
  const takeBack = () => {
    const verdict = undo();
    if (!verdict) return;
    keep(verdict, false);
    if (opened.id === null) opened.open(verdict.row.id);
    else opened.show(verdict.row.id);
  };
  useShortcuts({ z: takeBack }, held.length > 0);
  const last = held.at(-1);
  const isDone = finished && opened.id === null;

  return {
    decide: (verdict: ReviewVerdict) => {
      if (isMade(verdict.row)) return;
      keep(verdict, true);
      setFinished(false);
      hold(verdict);
      advance();
    },
    advance,
    takeBack,
    isMade,
    verdictOf: (row: DocumentRow) => (isMade(row) ? made.get(row.id) : undefined),
    /** What is shown after this one, to be loaded ahead. */
    ahead: (next ?? others[0])?.pages.slice(0, 1) ?? [],
    typedOf: ({ id, number }: DocumentRow): Omit<Typed, 'number'> => {
      const kept = typed.get(id);
      return kept && kept.number === number ? kept : { ...NOTHING, text: kept?.text ?? '' };
    },
    type: (row: DocumentRow, changes: Partial<Omit<Typed, 'number'>>) =>
      setTyped((before) => {
        const kept = before.get(row.id);
        const base = kept && kept.number === row.number ? kept : { ...NOTHING, text: kept?.text ?? '' };
        return new Map(before).set(row.id, { ...base, ...changes, number: row.number });
      }),
    /** What can be taken back, in words. */
    last: last ? (isDone ? copy.lastOf(wordsOf(last)) : wordsOf(last)) : null,
    /** Nothing waits any more in what the list shows. */
    finished: isDone,
    /** Opens the first document that waits. */
    begin: () => {
      const first = rows.find(isOpen) ?? rows[0];
      if (first) opened.open(first.id);
    },
  };
}

export type ReviewDesk = ReturnType<typeof useReview>;
