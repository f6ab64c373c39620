// By the package's name: the shell shares these with the remotes.
import type { SameProof } from '@gerbang/contracts/proof-alerts.types';
import type { ProofCheck } from '@gerbang/contracts/proof-checks.types';
import { ProofCancelled } from '@gerbang/web-kit/client';
import { useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { HELD_PROOFS } from '@gerbang/domain/proof-alerts';
import { useState } from 'react';
import { useShortcuts } from './shortcuts.ts';
import { useHeld } from './use-held.ts';
import type { Opened } from './use-opened.ts';

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
  /** First part of the cache's keys. */
  readonly key: string;
  readonly list: {
    readonly rows: readonly Row[];
    readonly data: { readonly total: number } | undefined;
    readonly pageSize: number;
    readonly state: { readonly page: number };
  };
  readonly opened: Opened;
  /** The open record; null where none is open or its proof cannot be decided. */
  readonly target: { readonly id: string; readonly name: string } | null;
  readonly waitingOf: (row: Row) => Waiting | null;
  readonly read: (id: string, signal: AbortSignal) => Promise<ProofCheck>;
  /** Sends a decision; refused where it did not come about. */
  readonly send: (verdict: Verdict) => Promise<unknown>;
  /** Why a decision was refused, in words. */
  readonly refusal: (error: unknown, verdict: Verdict) => string;
  readonly done: readonly [title: string, text: string];
  readonly failed: string;
  /** Reads everything again that shows a decided payment. */
  readonly refresh: () => unknown;
}

const keyOf = ({ id, version }: Waiting) => `${id} ${version}`;

/** A queue of proofs: the open one with what it is compared with, the next one ahead, and decisions that can be undone. */
export function useProofQueue<Row extends { readonly id: string }>(queue: Queue<Row>) {
  const { key, list, opened, target, waitingOf, read, send, refusal, refresh } = queue;
  const client = useQueryClient();
  const [made, setMade] = useState<ReadonlyMap<string, Verdict>>(new Map());
  const [finished, setFinished] = useState(false);
  const [beside, setBeside] = useState<{ readonly of: string; readonly same: SameProof } | null>(null);
  const keep = (verdict: Verdict, present: boolean) =>
    setMade((before) => {
      const next = new Map(before);
      if (present) next.set(keyOf(verdict.check), verdict);
      else next.delete(keyOf(verdict.check));
      return next;
    });

  const leave = async (verdict: Verdict) => {
    try {
      await send(verdict);
      toast(...queue.done);
    } catch (error) {
      keep(verdict, false);
      const words = error instanceof ProofCancelled ? error : refusal(error, verdict);
      toastFailure(`${queue.failed}: ${verdict.name}`, words);
      void client.invalidateQueries({ queryKey: [key, 'check', verdict.check.id] });
    }
    await refresh();
  };
  const { held, hold, undo } = useHeld(leave);

  const isOpen = (row: Row) => {
    const waiting = waitingOf(row);
    return waiting !== null && !made.has(keyOf(waiting));
  };
  const at = list.rows.findIndex(({ id }) => id === opened.id);
  const others = [...list.rows.slice(at + 1), ...list.rows.slice(0, Math.max(0, at))].filter(isOpen);
  const next = list.rows.slice(at + 1).find(isOpen);

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

  const advance = () => {
    const [first] = others;
    if (next) opened.show(next.id);
    else if (opened.hasNext && at === list.rows.length - 1) opened.toNext();
    else if (first) opened.show(first.id);
    else {
      opened.close();
      setFinished(true);
    }
  };
  const decide = (reason: string | null) => {
    const { data } = check;
    if (!data?.waiting || target === null || opened.id === null || made.has(keyOf(data))) return;
    if (reason === null && data.proof_alert) {
      const status = data.same.some(({ alert }) => alert.status === 'open') ? 'open' : 'confirmed';
      toastFailure(`${queue.failed}: ${target.name}`, new Error(HELD_PROOFS[status].message));
      return;
    }
    const verdict = { row: opened.id, name: target.name, check: data, reason };
    keep(verdict, true);
    setFinished(false);
    hold(verdict);
    advance();
  };
  const takeBack = () => {
    const verdict = undo();
    if (!verdict) return;
    keep(verdict, false);
    if (opened.id === null) opened.open(verdict.row);
    else opened.show(verdict.row);
  };
  useShortcuts({ z: takeBack }, held.length > 0);

  return {
    check,
    /** The proof that the open one is being compared with; no key decides meanwhile. */
    compared: check.data && beside?.of === check.data.id ? beside.same : null,
    compare: (same: SameProof | null) => setBeside(same && check.data ? { of: check.data.id, same } : null),
    /** Proofs to be loaded before they are shown. */
    ahead: ahead.data ? [ahead.data] : [],
    verdictOf: (row: Row): Verdict | undefined => {
      const waiting = waitingOf(row);
      return waiting === null ? undefined : made.get(keyOf(waiting));
    },
    position:
      at < 0 || !list.data
        ? null
        : { at: (list.state.page - 1) * list.pageSize + at + 1, of: list.data.total },
    last: held.at(-1),
    /** Nothing waits any more in what the list shows. */
    finished: finished && opened.id === null,
    decide,
    advance,
    takeBack,
    /** Opens the first row that waits. */
    begin: () => {
      const first = list.rows.find(isOpen) ?? list.rows[0];
      if (first) opened.open(first.id);
    },
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
