// By the package's name: the shell shares these with the remotes.
import type { SameProof } from '@gerbang/contracts/proof-alerts';
import type { ProofCheck } from '@gerbang/contracts/proof-checks';
import { ProofCancelled } from '@gerbang/web-kit/api/client';
import { type QueryClient, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { sayDone, toastFailure } from '@gerbang/web-kit/page/toast';
import { HELD_PROOFS } from '@gerbang/domain/proof-alerts';
import { useState } from 'react';
import { useDesk } from './use-desk.ts';
import type { OpenedAmong } from '../lists/use-opened.ts';

/** What holds a proof, the strongest first. */
const HOLDING = ['open', 'confirmed', 'paid_by_bank'] as const;

/** What is decided about a row of the queue: its proof as it was seen. */
export interface Verdict {
  readonly row: string;
  readonly name: string;
  readonly check: ProofCheck;
  /** Null = verified. */
  readonly reason: string | null;
}

/** The record of a row whose proof waits. */
interface Waiting {
  readonly id: string;
  readonly version: number;
}

interface Queue<Row> {
  /** Whether the user may decide. */
  readonly may: boolean;
  readonly nameOf: (row: Row) => string;
  readonly waitingOf: (row: Row) => Waiting | null;
  readonly read: (id: string, signal: AbortSignal) => Promise<ProofCheck>;
  /** Sends a decision; refused where it did not come about. */
  readonly send: (verdict: Verdict) => Promise<unknown>;
  /** Why a decision was refused, in words. */
  readonly refusal: (error: unknown, verdict: Verdict) => string;
  readonly done: readonly [title: string, text: string];
  readonly failed: string;
  /** Reads everything again that shows a decided payment; as the list does where absent. */
  readonly refresh?: (client: QueryClient) => unknown;
}

/** The list of a desk, and its open row. */
interface Listed<Row> {
  readonly list: {
    readonly key: string;
    readonly rows: readonly Row[];
    readonly reload: () => Promise<unknown>;
  };
  readonly opened: OpenedAmong;
  readonly row: Row | undefined;
}

const keyOf = ({ id, version }: Waiting) => `${id} ${version}`;

/** A queue of proofs: the open one with what it is compared with, the next one ahead, and decisions that can be undone. */
export function useProofQueue<Row extends { readonly id: string }>(
  { list, opened, row }: Listed<Row>,
  { may, nameOf, waitingOf, read, send, refusal, refresh = list.reload, ...queue }: Queue<Row>,
) {
  const { key } = list;
  const waits = may && row ? waitingOf(row) : null;
  const target = row && waits ? { id: waits.id, name: nameOf(row) } : null;
  const client = useQueryClient();
  const [beside, setBeside] = useState<{ readonly of: string; readonly same: SameProof } | null>(null);
  const leave = async (verdict: Verdict, drop: () => void) => {
    try {
      await send(verdict);
      sayDone(...queue.done);
    } catch (error) {
      drop();
      const words = error instanceof ProofCancelled ? error : refusal(error, verdict);
      toastFailure(`${queue.failed}: ${verdict.name}`, words);
      void client.invalidateQueries({ queryKey: [key, 'check', verdict.check.id] });
    }
    await refresh(client);
  };
  const desk = useDesk({
    rows: list.rows,
    opened,
    keyOf: (row: Row) => {
      const waiting = waitingOf(row);
      return waiting && keyOf(waiting);
    },
    aboutOf: ({ row, check: { id, version } }: Verdict) => ({ row, key: keyOf({ id, version }) }),
    waits: (row, made) => may && waitingOf(row) !== null && !made,
    leave,
  });
  const { next } = desk;

  const reading = (id: string | undefined) => ({
    queryKey: [key, 'check', id],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(String(id), signal),
    enabled: id !== undefined,
    // Read ahead a few seconds before it is shown.
    staleTime: 15_000,
    gcTime: 60_000,
  });
  const check = useQuery(reading(target?.id));
  const ahead = useQuery(reading(check.data && (next ? waitingOf(next) : null)?.id));

  const decide = (reason: string | null) => {
    const { data } = check;
    if (!data?.waiting || target === null || opened.id === null || desk.isMade(keyOf(data))) return;
    if (reason === null && data.proof_alert) {
      const status =
        HOLDING.find((one) => data.same.some(({ alert }) => alert.status === one)) ?? 'confirmed';
      toastFailure(`${queue.failed}: ${target.name}`, new Error(HELD_PROOFS[status].message));
      return;
    }
    desk.decide({ row: opened.id, name: target.name, check: data, reason });
  };
  return {
    check,
    /** The proof that the open one is being compared with; no key decides meanwhile. */
    compared: check.data && beside?.of === check.data.id ? beside.same : null,
    compare: (same: SameProof | null) => setBeside(same && check.data ? { of: check.data.id, same } : null),
    /** Proofs to be loaded before they are shown. */
    ahead: ahead.data ? [ahead.data] : [],
    verdictOf: desk.madeOf,
    position: opened.position,
    last: desk.last,
    finished: desk.finished,
    decide,
    advance: desk.advance,
    takeBack: desk.takeBack,
    begin: desk.begin,
  };
}

export type ProofQueue = Pick<
  ReturnType<typeof useProofQueue>,
  | 'check'
  | 'compared'
  | 'compare'
  | 'ahead'
  | 'position'
  | 'last'
  | 'finished'
  | 'decide'
  | 'advance'
  | 'takeBack'
>;
