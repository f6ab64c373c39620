import type { Candidate, LineMatches } from '@gerbang/domain/bank-matching';
import { LINE_MACHINE } from '@gerbang/domain/bank-lines';
import type { Confidence } from '@gerbang/domain/bank-matches';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import {
  type LockedLine,
  lockLinesOf,
  lockUndecided,
  type MatchRecord,
  moveLines,
  type NewProposal,
  proposalsOf,
  replaceProposals,
} from './bank-proposals.repository.ts';

const targetOf = ({ invoice_id, registration_id }: Pick<MatchRecord, 'invoice_id' | 'registration_id'>) =>
  invoice_id ?? registration_id;

/** Whether a stored proposal says what the candidate does. */
const isSame = (match: MatchRecord, candidate: Candidate) =>
  match.status === 'proposed' &&
  targetOf(match) === candidate.target_id &&
  match.expectation_id === candidate.expectation_id &&
  match.amount === candidate.amount &&
  match.confidence === candidate.confidence &&
  match.reasons.join() === candidate.reasons.join();

type Asked = Pick<Candidate, 'expectation_id'>;

/** Whether both are of fees that are paid together: no other expectation is of two targets. */
const isTogether = (one: Asked, other: Asked) =>
  one.expectation_id !== null && one.expectation_id === other.expectation_id;

function toProposal(lineId: string, { kind, target_id, ...candidate }: Candidate): NewProposal {
  return {
    id: uuidv7(),
    line_id: lineId,
    kind,
    registration_id: kind === 'registration_fee' ? target_id : null,
    invoice_id: kind === 'invoice' ? target_id : null,
    expectation_id: candidate.expectation_id,
    amount: candidate.amount,
    confidence: candidate.confidence,
    reasons: [...candidate.reasons],
  };
}

/** What is proposed for a line in doubt: never as certain, and with the doubt among the reasons. */
export function doubted<Proposed extends Pick<Candidate, 'confidence' | 'reasons'>>(
  proposed: Proposed,
  doubt: string | null,
) {
  if (doubt === null) return proposed;
  const confidence = proposed.confidence === 'exact' ? ('strong' as const) : proposed.confidence;
  return { ...proposed, confidence, reasons: [...proposed.reasons, doubt] };
}

interface Decision {
  readonly line: LockedLine;
  readonly to: 'new' | 'proposed' | 'settlement' | 'attention';
  readonly wanted: readonly Candidate[];
}

/** What becomes of a line; a bill that a person rejected for it is not proposed again. */
function decide(line: LockedLine, found: LineMatches, stored: readonly MatchRecord[]): Decision {
  const rejected = new Set(
    stored.flatMap((match) => (match.status === 'rejected' ? (targetOf(match) ?? []) : [])),
  );
  const refused = found.candidates.filter(({ target_id }) => rejected.has(target_id));
  // Fees that are paid together are proposed all or not at all.
  const wanted = found.candidates
    .filter((one) => !refused.some((other) => one === other || isTogether(one, other)))
    .map((one) => doubted(one, line.doubt));
  if (wanted.length > 0) return { line, to: 'proposed', wanted };
  if (line.status !== 'new') return { line, to: 'new', wanted };
  return { line, to: found.settlement ? 'settlement' : found.attention ? 'attention' : 'new', wanted };
}

/** What is proposed for lines before they are there, and in which status they are inserted. */
interface NewMatches extends Pick<Matched, 'matched'> {
  readonly statusOf: ReadonlyMap<string, Decision['to']>;
  readonly made: readonly NewProposal[];
}

/** What becomes of new lines, which a transaction inserts and no other one knows yet. */
export function matchesOfNew(
  lines: readonly { readonly found: LineMatches; readonly doubt: LockedLine['doubt'] }[],
): NewMatches {
  const decisions = lines.map(({ found, doubt }) =>
    decide({ id: found.line_id, status: 'new', doubt }, found, []),
  );
  for (const to of new Set(decisions.map((one) => one.to)))
    if (to !== 'new') assertEdge(LINE_MACHINE, 'new', { to, by: 'matcher' });
  return {
    statusOf: new Map(decisions.map(({ line, to }) => [line.id, to])),
    made: decisions.flatMap(({ line, wanted }) => wanted.map((one) => toProposal(line.id, one))),
    matched: countsOf(decisions).matched,
  };
}

/** How many lines have proposals how sure, and how many have none. */
interface Matched {
  readonly matched: Record<Confidence, number>;
  readonly unknown: number;
  /** Lines that were left as they are. */
  readonly skipped: ReadonlySet<string>;
}

/**
 * Writes what was found for these lines where it differs from what stands there, and moves the lines along. A proposal that
 * stays as it is keeps its id; another one gets a new id, so that no proposal is booked unseen. Lines that another
 * transaction holds, or that a person has decided about, are left as they are.
 */
export async function proposeMatches(trx: Knex.Transaction, found: readonly LineMatches[]): Promise<Matched> {
  const byLine = new Map(found.map((one) => [one.line_id, one]));
  const lines = await lockUndecided(trx, [...byLine.keys()]);
  const stored = Map.groupBy(
    await proposalsOf(
      trx,
      lines.map(({ id }) => id),
    ),
    ({ line_id }) => line_id,
  );
  const gone: string[] = [];
  const made: NewProposal[] = [];
  const decisions = lines.flatMap((line) => {
    const matches = byLine.get(line.id);
    if (!matches) return [];
    const present = stored.get(line.id) ?? [];
    const decision = decide(line, matches, present);
    const kept = present.filter((match) => decision.wanted.some((one) => isSame(match, one)));
    gone.push(
      ...present.flatMap((match) => (match.status === 'proposed' && !kept.includes(match) ? match.id : [])),
    );
    made.push(
      ...decision.wanted
        .filter((one) => !kept.some((match) => isSame(match, one)))
        .map((one) => toProposal(line.id, one)),
    );
    return decision;
  });
  await replaceProposals(trx, { gone, made });
  for (const [from, to] of [
    ['new', 'proposed'],
    ['proposed', 'new'],
    ['new', 'settlement'],
    ['new', 'attention'],
  ] as const) {
    const ids = decisions.flatMap((one) => (one.line.status === from && one.to === to ? one.line.id : []));
    await moveLines(trx, ids, from, to);
  }
  const skipped = new Set(byLine.keys());
  for (const { line } of decisions) skipped.delete(line.id);
  return { ...countsOf(decisions), skipped };
}

function countsOf(decisions: readonly Decision[]): Omit<Matched, 'skipped'> {
  const matched = { exact: 0, strong: 0, possible: 0 };
  for (const { wanted } of decisions) {
    const [first] = wanted;
    if (first) matched[first.confidence] += 1;
  }
  return { matched, unknown: decisions.filter(({ to }) => to === 'new' || to === 'attention').length };
}

/**
 * Takes a bill that is paid now from the other lines for which it is proposed, in the transaction that books it. Lines that
 * another transaction holds follow with the next pass of the matcher.
 */
export async function withdrawProposals(
  trx: Knex.Transaction,
  target: { readonly kind: BankTarget; readonly id: string },
): Promise<void> {
  const lines = await lockLinesOf(trx, target);
  if (lines.length === 0) return;
  const proposals = (await proposalsOf(trx, lines)).filter(({ status }) => status === 'proposed');
  const paid = proposals.filter((match) => targetOf(match) === target.id);
  const gone = proposals.filter((match) =>
    paid.some((one) => one === match || (one.line_id === match.line_id && isTogether(one, match))),
  );
  const left = new Set(proposals.filter((match) => !gone.includes(match)).map(({ line_id }) => line_id));
  await replaceProposals(trx, { gone: gone.map(({ id }) => id), made: [] });
  const empty = new Set(gone.map(({ line_id }) => line_id).filter((line) => !left.has(line)));
  await moveLines(trx, [...empty], 'proposed', 'new');
}
