import type { DocumentRow } from '@gerbang/contracts/document-reviews';
import type { DocumentFact } from '@gerbang/domain/child-documents';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { sayDone, toastFailure } from '@gerbang/web-kit/page/toast';
import type { Decided } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { useDesk } from '@gerbang/web-kit/desk/use-desk';
import type { Opened } from '@gerbang/web-kit/lists/use-opened';
import { useState } from 'react';
import { refreshDocuments, type ReviewVerdict, sendReview } from './document-reviews.api.ts';
import { reviewCopy as copy } from './document-reviews.copy.ts';

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

function wordsOf({ row: { type, child_name, status }, reason }: ReviewVerdict): Decided {
  const taken = status === 'approved' ? copy.compared : copy.accepted;
  return { name: `${type.label} ${child_name}`, what: reason ? copy.sentBack : taken };
}

/** Reviews of documents: each can be taken back for a few seconds, and the next document opens by itself. */
export function useReview({
  rows,
  opened,
}: {
  readonly rows: readonly DocumentRow[];
  readonly opened: Opened;
}) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const leave = async (verdict: ReviewVerdict, drop: () => void) => {
    const { type, child_name: child, id, registration_id: registrationId } = verdict.row;
    try {
      await sendReview(verdict);
      const { name, what } = wordsOf(verdict);
      sayDone(copy.success, `${name} ${what}`);
      setTyped((before) => new Map([...before].filter(([key]) => key !== id)));
    } catch (error) {
      drop();
      toastFailure(copy.failedOf(type.label, child), refusalText(error, copy.failed));
    }
    await refreshDocuments(client, registrationId);
  };
  const isDecided = (row: DocumentRow, made: ReviewVerdict | undefined) =>
    (made?.row.version ?? 0) >= row.version;
  const desk = useDesk({
    rows,
    opened,
    keyOf: (row: DocumentRow) => row.id,
    aboutOf: ({ row: { id } }: ReviewVerdict) => ({ row: id, key: id }),
    waits: (row, made) => (row.status === 'uploaded' || row.changed.length > 0) && !isDecided(row, made),
    leave,
  });
  const isMade = (row: DocumentRow) => isDecided(row, desk.madeOf(row));
  const { last, finished } = desk;
  const decided = last ? wordsOf(last) : null;

  return {
    decide: (verdict: ReviewVerdict) => {
      if (!isMade(verdict.row)) desk.decide(verdict);
    },
    advance: desk.advance,
    takeBack: desk.takeBack,
    isMade,
    verdictOf: (row: DocumentRow) => (isMade(row) ? desk.madeOf(row) : undefined),
    /** What is shown after this one, to be loaded ahead. */
    ahead: desk.ahead?.pages.slice(0, 1) ?? [],
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
    last: decided && finished ? { ...decided, what: copy.lastOf(decided.what) } : decided,
    finished,
    begin: desk.begin,
  };
}

export type ReviewDesk = ReturnType<typeof useReview>;
