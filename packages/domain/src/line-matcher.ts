import {
  type Candidate,
  type HeldAmount,
  type LineMatches,
  type MatchLine,
  type MatchTarget,
  TRANSFER_FEES,
} from './bank-matching.ts';
import { isQuestionable } from './bank-lines.ts';
import type { Confidence } from './bank-matches.ts';
import { compact } from './match-keys.ts';
import { NAME_SCORE, PayerNames, type Similarity } from './payer-names.ts';

/** How many days after its slip or dialog a transfer may stand in the bank's books, and how many before. */
const DAYS_AFTER = 3;
const DAYS_BEFORE = 1;
/** More targets than a person can choose between are no proposal. */
const MOST_CANDIDATES = 5;
const DAY_MS = 86_400_000;

interface Hit {
  readonly target: MatchTarget;
  readonly confidence: Confidence;
  readonly held: HeldAmount | null;
  readonly fee: number;
}
/** What a line's text writes of a target. */
interface Written {
  readonly held?: HeldAmount;
  readonly number?: true;
}
/** A number or reference without what separates its parts. */
interface Key {
  readonly key: string;
  readonly target: MatchTarget;
  readonly held: HeldAmount | null;
}
type Owned = { readonly target: MatchTarget; readonly held: HeldAmount };

const SETTLEMENT =
  /\b(?:FASPAY|DOKU|MIDTRANS|WINPAY)\b.*\bSETTLEMENT\b|\bSETTLEMENT\b.*\b(?:FASPAY|DOKU|MIDTRANS|WINPAY)\b/u;

/** What a line pays that says itself that money went wrong: never certain, whatever speaks for it. */
const lessCertain = (candidate: Candidate): Candidate => ({
  ...candidate,
  confidence: candidate.confidence === 'exact' ? 'strong' : candidate.confidence,
  reasons: [...candidate.reasons, 'questionable'],
});

/** Days from a target's day to the line's that is nearest to it within reach; null where none is. */
function nearestDays(line: MatchLine, { days }: MatchTarget): number | null {
  const apart = days
    .map((day) => (Date.parse(line.day) - Date.parse(day)) / DAY_MS)
    .filter((found) => found >= -DAYS_BEFORE && found <= DAYS_AFTER)
    .map(Math.abs);
  return apart.length === 0 ? null : Math.min(...apart);
}

/** The letters and digits of a text in upper case, and the place of each in it. */
function lettersIn(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const upper = text.toUpperCase();
  const places: number[] = [];
  let letters = '';
  for (let at = 0; at < upper.length; at += 1) {
    const letter = upper.charAt(at);
    if (!(letter >= 'A' && letter <= 'Z') && !(letter >= '0' && letter <= '9')) continue;
    letters += letter;
    places.push(at);
  }
  return { letters, places };
}

/** Whether a digit follows directly, so that the number before it is a part of a longer one. */
const goesOn = (letters: string, places: readonly number[], at: number) =>
  /\d/u.test(letters.charAt(at)) && places[at] === (places[at - 1] ?? 0) + 1;

/** Whether what was asked is still owed: a fee is paid whole, of an invoice a part. */
const isOwed = ({ kind, owed }: MatchTarget, { base }: HeldAmount) =>
  kind === 'registration_fee' ? base === owed : base <= owed;

/**
 * Finds what lines of one account pay, by the rules of the school: the amount that was asked of one family alone, its
 * reference or number in the text, the amount owed with the payer's name and the day. Targets stand in indexes, so that a line
 * costs about the same however many there are. The order of lines and targets changes nothing, nor does another line.
 */
export class LineMatcher {
  readonly #owed: Map<number, MatchTarget[]>;
  readonly #asked: Map<number, Owned[]>;
  readonly #written: Map<string, Key[]>;
  readonly #lengths: readonly number[];
  readonly #names: PayerNames<MatchTarget>;

  constructor(targets: readonly MatchTarget[], similarity: Similarity) {
    const sorted = targets.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    this.#owed = Map.groupBy(sorted, ({ owed }) => owed);
    const held = sorted.flatMap((target) => target.held.map((one): Owned => ({ target, held: one })));
    this.#asked = Map.groupBy(held, (one) => one.held.transfer_amount);
    const keys = [
      ...sorted.flatMap((target) =>
        target.numbers.map((number): Key => ({ key: compact(number), target, held: null })),
      ),
      ...held.map((one): Key => ({ key: compact(one.held.reference), ...one })),
    ];
    this.#written = Map.groupBy(keys, ({ key }) => key);
    this.#lengths = [...new Set([...this.#written.keys()].map((key) => key.length))];
    this.#names = new PayerNames(
      sorted.flatMap((target) => target.names.map((name) => ({ of: target, name }))),
      similarity,
    );
  }

  match(line: MatchLine): LineMatches {
    const written = this.#writtenIn(line.text);
    const names = this.#namesIn(line, written);
    const hits = this.#resolve(line, this.#hits(line, written, names));
    const questionable = isQuestionable(line);
    const candidates = apart(hits)
      .flatMap((hit) => toCandidates(line, hit, written.get(hit.target), names))
      .map((candidate) => (questionable ? lessCertain(candidate) : candidate));
    const sure = candidates.some(({ confidence }) => confidence !== 'possible');
    return {
      line_id: line.id,
      candidates,
      settlement: !sure && SETTLEMENT.test(line.text.toUpperCase()),
      attention: !sure && questionable,
    };
  }

  /** The targets whose number or reference stands in a text, whatever separates its parts. */
  #writtenIn(text: string): Map<MatchTarget, Written> {
    const found = new Map<MatchTarget, Written>();
    const { letters, places } = lettersIn(text);
    for (let at = 0; at < letters.length; at += 1) {
      for (const length of this.#lengths) {
        for (const { key, target, held } of this.#written.get(letters.slice(at, at + length)) ?? []) {
          if (held) found.set(target, { ...found.get(target), held });
          else if (!goesOn(letters, places, at + key.length))
            found.set(target, { ...found.get(target), number: true });
        }
      }
    }
    return found;
  }

  /** The names in a line's text: of targets that something else speaks for, and of those whose amount and day fit. */
  #namesIn(line: MatchLine, written: ReadonlyMap<MatchTarget, Written>): Map<MatchTarget, number> {
    const amounts = [0, ...TRANSFER_FEES].map((fee) => line.amount - fee);
    const known = new Set(written.keys());
    for (const amount of amounts) for (const { target } of this.#asked.get(amount) ?? []) known.add(target);
    const same = this.#owed.get(line.amount) ?? [];
    if (same.length <= MOST_CANDIDATES) for (const target of same) known.add(target);
    if (known.size === 0 && !amounts.some((amount) => this.#owed.has(amount))) return new Map();
    const fits = (target: MatchTarget) =>
      !known.has(target) && amounts.includes(target.owed) && nearestDays(line, target) !== null;
    return new Map([
      ...this.#names.in(line.text, (target) => known.has(target)),
      // Of more, which are no proposal, it does not matter which ones they are.
      ...this.#names.in(line.text, fits, MOST_CANDIDATES + 1),
    ]);
  }

  #hits(
    line: MatchLine,
    written: ReadonlyMap<MatchTarget, Written>,
    names: ReadonlyMap<MatchTarget, number>,
  ): Map<MatchTarget, Hit> {
    const hits = new Map<MatchTarget, Hit>();
    const offer = (hit: Hit) => {
      const present = hits.get(hit.target);
      if (!present || (hit.confidence === 'exact' && present.confidence !== 'exact'))
        hits.set(hit.target, hit);
    };
    for (const fee of [0, ...TRANSFER_FEES]) {
      const amount = line.amount - fee;
      const sureOf = ({ target, held }: Owned): Confidence =>
        fee === 0 && held.awaited && isOwed(target, held) ? 'exact' : 'strong';
      for (const asked of this.#asked.get(amount) ?? []) {
        if (asked.held.unique_add > 0) offer({ ...asked, confidence: sureOf(asked), fee });
      }
      for (const [target, { held, number }] of written) {
        if (held && (amount === held.transfer_amount || amount === held.base))
          offer({ target, held, confidence: sureOf({ target, held }), fee });
        if (number && amount === target.owed) offer({ target, held: null, confidence: 'strong', fee });
      }
      for (const target of names.keys()) {
        if (target.owed === amount && nearestDays(line, target) !== null)
          offer({ target, held: null, confidence: 'strong', fee });
      }
    }
    for (const [target, { held }] of written) {
      if (held && !hits.has(target)) offer({ target, held: null, confidence: 'strong', fee: 0 });
    }
    const [only, ...others] = this.#owed.get(line.amount) ?? [];
    if (only && others.length === 0 && hits.size === 0)
      offer({ target: only, held: null, confidence: 'possible', fee: 0 });
    return hits;
  }

  /** Only the surest hits; several of one level go down by one, and nothing is exact beside another target of the amount. */
  #resolve({ amount }: MatchLine, hits: ReadonlyMap<MatchTarget, Hit>): Hit[] {
    const of = (wanted: Confidence) => [...hits.values()].filter(({ confidence }) => confidence === wanted);
    const exact = of('exact');
    if (exact.length > 0) {
      const others = this.#ofAmount(amount).filter(({ target }) => hits.get(target)?.confidence !== 'exact');
      if (exact.length === 1 && others.length === 0) return exact;
      const shown =
        exact.length + others.length > MOST_CANDIDATES
          ? others.filter(({ target }) => hits.has(target))
          : others;
      return inOrder([...exact, ...shown].map((hit) => ({ ...hit, confidence: 'strong' as const })));
    }
    const strong = of('strong');
    if (strong.length === 1) return strong;
    if (strong.length > MOST_CANDIDATES) return [];
    if (strong.length > 1) return inOrder(strong.map((hit) => ({ ...hit, confidence: 'possible' as const })));
    return of('possible');
  }

  /** Every target that owes this amount or was asked for it. */
  #ofAmount(amount: number): Hit[] {
    const found = new Map<MatchTarget, Hit>();
    const add = (target: MatchTarget, held: HeldAmount | null) =>
      found.set(target, { target, held, confidence: 'strong', fee: 0 });
    for (const target of this.#owed.get(amount) ?? []) add(target, null);
    for (const { target, held } of this.#asked.get(amount) ?? []) add(target, held);
    return [...found.values()];
  }
}

const inOrder = (hits: Hit[]) => hits.toSorted((a, b) => (a.target.id < b.target.id ? -1 : 1));

const idsOf = ({ id, fees }: MatchTarget) => fees?.map((fee) => fee.id) ?? [id];

/** Hits of which no two are of one fee: fees that are paid together stay whole, and come before each of them alone. */
function apart(hits: readonly Hit[]): Hit[] {
  const known = new Set<string>();
  const together = ({ target }: Hit) => (target.fees ? 0 : 1);
  const kept = new Set(
    hits
      .toSorted((a, b) => together(a) - together(b))
      .filter(({ target }) => {
        const ids = idsOf(target);
        if (ids.some((id) => known.has(id))) return false;
        for (const id of ids) known.add(id);
        return true;
      }),
  );
  return hits.filter((hit) => kept.has(hit));
}

/** One candidate, or one for each of the fees that are paid together. */
function toCandidates(
  line: MatchLine,
  { target, confidence, held, fee }: Hit,
  written: Written | undefined,
  names: ReadonlyMap<MatchTarget, number>,
): Candidate[] {
  const paid = line.amount - fee;
  const unique = held !== null && held.unique_add > 0 && paid === held.transfer_amount;
  const days = nearestDays(line, target);
  const score = names.get(target) ?? 0;
  const common = {
    kind: target.kind,
    confidence,
    reasons: [
      ...(unique ? ['unique_amount'] : []),
      ...(written?.held ? ['reference'] : []),
      ...(written?.number ? ['number'] : []),
      ...(!unique && (paid === target.owed || paid === held?.transfer_amount) ? ['same_amount'] : []),
      ...(score >= NAME_SCORE ? [`name:${Math.floor(score * 100)}`] : []),
      ...(days === null ? [] : [`days:${days}`]),
      ...(fee > 0 ? [`fee:${fee}`] : []),
    ],
  };
  if (target.fees) {
    return target.fees.map(({ id, amount }) => ({
      ...common,
      target_id: id,
      expectation_id: target.id,
      amount,
    }));
  }
  const amount = Math.min(held?.base ?? line.amount, target.owed);
  return [{ ...common, target_id: target.id, expectation_id: held?.id ?? null, amount }];
}
