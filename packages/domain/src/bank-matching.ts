import { UNIQUE_ADD_MAX, type Confidence } from './bank-matches.ts';
import type { BankTarget } from './payment-expectations.ts';
import { NAME_SCORE, PayerNames, type Similarity } from './payer-names.ts';

/** What banks take for a transfer, in rupiah: payers add it by mistake. */
export const TRANSFER_FEES = [2500, 6500] as const;
/** How many days after its slip or dialog a transfer may stand in the bank's books, and how many before. */
const DAYS_AFTER = 3;
const DAYS_BEFORE = 1;
/** More targets than a person can choose between are no proposal. */
const MOST_CANDIDATES = 5;
const DAY_MS = 86_400_000;

/** The exact amount that a family was asked for, in rupiah. */
export interface AskedAmount {
  readonly transfer_amount: number;
  readonly unique_add: number;
}

/**
 * What is left of a line when a target gets `amount` of it: the unique add where the family sent what it was asked for,
 * with a transfer fee or without, and the rest that would stand unapplied. All in rupiah.
 */
export function extraOf(
  line: number,
  amount: number,
  asked: AskedAmount | null,
): { readonly surplus: number; readonly rest: number } {
  const sent = asked !== null && [0, ...TRANSFER_FEES].some((fee) => line === asked.transfer_amount + fee);
  const surplus = sent ? Math.min(asked.unique_add, UNIQUE_ADD_MAX, line - amount) : 0;
  return { surplus, rest: line - amount - surplus };
}

/** An amount that is kept for a target. */
export interface HeldAmount extends AskedAmount {
  readonly id: string;
  readonly base: number;
  readonly reference: string;
  /** Whether the money is still to come: an amount stays kept for a while after it came, or was replaced by another. */
  readonly awaited: boolean;
}

/** A fee or an invoice of the line's account that is not paid. */
export interface MatchTarget {
  readonly kind: BankTarget;
  readonly id: string;
  /** By which payers name it: of the registration, and of the invoice. */
  readonly numbers: readonly string[];
  /** In rupiah. */
  readonly owed: number;
  /** Of father, mother and child. */
  readonly names: readonly string[];
  /** `YYYY-MM-DD` in Jakarta: when the slip that waits was uploaded, and when payment dialogs were opened. */
  readonly days: readonly string[];
  readonly held: readonly HeldAmount[];
}

/** Money that came in. */
export interface MatchLine {
  readonly id: string;
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly text: string;
}

/** What a line may pay. */
export interface Candidate {
  readonly kind: BankTarget;
  readonly target_id: string;
  /** The kept amount that it rests on. */
  readonly expectation_id: string | null;
  /** What the target would get, in rupiah. */
  readonly amount: number;
  readonly confidence: Confidence;
  /** Codes, for `reasonText`. */
  readonly reasons: readonly string[];
}

/** A line's candidates, all of one confidence; `settlement` where its text says that a gateway pays out. */
export interface LineMatches {
  readonly line_id: string;
  readonly candidates: readonly Candidate[];
  readonly settlement: boolean;
}

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

const compact = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/gu, '');

/** Days from a target's day to the line's that is nearest to it within reach; null where none is. */
function nearestDays(line: MatchLine, { days }: MatchTarget): number | null {
  const apart = days
    .map((day) => (Date.parse(line.day) - Date.parse(day)) / DAY_MS)
    .filter((found) => found >= -DAYS_BEFORE && found <= DAYS_AFTER)
    .map(Math.abs);
  return apart.length === 0 ? null : Math.min(...apart);
}

/** Whether a digit follows directly, so that the number before it is a part of a longer one. */
function goesOn(places: readonly RegExpExecArray[], at: number): boolean {
  const [last, next] = [places[at - 1], places[at]];
  return last !== undefined && next?.index === last.index + 1 && /\d/u.test(next[0]);
}

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
    const amounts = [0, ...TRANSFER_FEES].map((fee) => line.amount - fee);
    const wanted =
      written.size > 0 || amounts.some((amount) => this.#owed.has(amount) || this.#asked.has(amount));
    const names = wanted ? this.#names.in(line.text) : new Map<MatchTarget, number>();
    const hits = this.#resolve(line, this.#hits(line, written, names));
    const candidates = hits.map((hit) => toCandidate(line, hit, written.get(hit.target), names));
    const sure = candidates.some(({ confidence }) => confidence !== 'possible');
    return { line_id: line.id, candidates, settlement: !sure && SETTLEMENT.test(line.text.toUpperCase()) };
  }

  /** The targets whose number or reference stands in a text, whatever separates its parts. */
  #writtenIn(text: string): Map<MatchTarget, Written> {
    const found = new Map<MatchTarget, Written>();
    const places = [...text.toUpperCase().matchAll(/[0-9A-Z]/gu)];
    const letters = places.map(([letter]) => letter).join('');
    for (let at = 0; at < letters.length; at += 1) {
      for (const length of this.#lengths) {
        for (const { key, target, held } of this.#written.get(letters.slice(at, at + length)) ?? []) {
          if (held) found.set(target, { ...found.get(target), held });
          else if (!goesOn(places, at + key.length))
            found.set(target, { ...found.get(target), number: true });
        }
      }
    }
    return found;
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

function toCandidate(
  line: MatchLine,
  { target, confidence, held, fee }: Hit,
  written: Written | undefined,
  names: ReadonlyMap<MatchTarget, number>,
): Candidate {
  const paid = line.amount - fee;
  const unique = held !== null && held.unique_add > 0 && paid === held.transfer_amount;
  const days = nearestDays(line, target);
  const score = names.get(target) ?? 0;
  return {
    kind: target.kind,
    target_id: target.id,
    expectation_id: held?.id ?? null,
    amount: Math.min(held?.base ?? line.amount, target.owed),
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
}

const REASONS: Readonly<Record<string, (value: string) => string>> = {
  unique_amount: () => 'nominal unik',
  reference: () => 'kode GB di berita',
  number: () => 'nomor di berita',
  name: (score) => `nama mirip ${(Number(score) / 100).toFixed(2).replace('.', ',')}`,
  days: (days) => (days === '0' ? 'hari sama' : `selisih ${days} hari`),
  fee: (rupiah) => `biaya transfer Rp ${Number(rupiah).toLocaleString('id-ID')}`,
  same_amount: () => 'nominal sama',
};

/** The words for a stored reason, as `name:93` or `unique_amount`. */
export function reasonText(reason: string): string {
  const [code = '', value = ''] = reason.split(':');
  return REASONS[code]?.(value) ?? code;
}
