import { dayText, momentText } from './date-text.ts';
import { jakartaDay } from './jakarta-time.ts';

/** What a wave is at a moment. */
export const WAVE_STATES = ['upcoming', 'open', 'full', 'closed'] as const;
export type WaveState = (typeof WAVE_STATES)[number];

export const WAVE_STATE_LABELS: Readonly<Record<WaveState, string>> = {
  upcoming: 'Akan dibuka',
  open: 'Dibuka',
  full: 'Penuh',
  closed: 'Ditutup',
};

/** How much room an open wave has, without a count of people. */
export const WAVE_ROOMS = ['banyak', 'sedikit', 'penuh'] as const;
export type WaveRoom = (typeof WAVE_ROOMS)[number];

/** The most registrations that a wave can be limited to. */
export const APPLICANTS_MOST = 10_000;

/** A wave has little room from this percentage of its places on. */
const LITTLE_PERCENT = 10;

/** When a wave takes registrations, and how many. */
export interface WaveRule {
  readonly name: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  /** Null = any number. */
  readonly applicants_max: number | null;
  /** Registrations in it that are not deleted. */
  readonly applicants: number;
}

/** The state of a wave that is not cancelled; it is open from its first moment until just before its last. */
export function waveState(
  { opens_at, closes_at, applicants_max, applicants }: Omit<WaveRule, 'name'>,
  now: Date,
): WaveState {
  if (now < opens_at) return 'upcoming';
  if (now >= closes_at) return 'closed';
  return applicants_max !== null && applicants >= applicants_max ? 'full' : 'open';
}

/** How much room a wave has. */
export function waveRoom({
  applicants_max: most,
  applicants,
}: Pick<WaveRule, 'applicants_max' | 'applicants'>): WaveRoom {
  if (most === null) return 'banyak';
  const left = most - applicants;
  if (left <= 0) return 'penuh';
  return left * 100 <= most * LITTLE_PERCENT ? 'sedikit' : 'banyak';
}

/** What a wave says of its own fee; only a confirmed one counts. */
export interface WaveFee {
  readonly fee_override: number | null;
  /** Null until a second person confirms the fee. */
  readonly fee_confirmed_by_id: string | null;
}

/** The registration fee that is owed in a wave: its own once confirmed, else the level's. */
export function owedFee(wave: WaveFee | null, levelFee: number): number {
  if (wave === null || wave.fee_confirmed_by_id === null) return levelFee;
  return wave.fee_override ?? levelFee;
}

/** Whether confirming a wave's fee is refused to this person, who typed it. */
export function needsOtherConfirmer(
  { fee_typed_by_id: typedBy }: { readonly fee_typed_by_id: string | null },
  callerId: string,
  fourEyes: boolean,
): boolean {
  return fourEyes && typedBy === callerId;
}

/** A wave's name in a sentence; a name that begins with the word does not get it twice. */
export const waveTitle = (name: string): string => (/^gelombang\b/iu.test(name) ? name : `Gelombang ${name}`);

/** What the waves of a level say to a registration at a moment; `wave` null = there is none, so nothing is limited. */
export type WaveDecision<Wave> =
  | { readonly wave: Wave | null }
  | { readonly refusal: 'wave_not_open' | 'wave_closed' | 'wave_full'; readonly wave: Wave };

const byOpening = (one: Pick<WaveRule, 'opens_at'>, two: Pick<WaveRule, 'opens_at'>) =>
  one.opens_at.getTime() - two.opens_at.getTime();

/**
 * The wave that matters at a moment, of the waves of one level and year that are not cancelled: the one that takes
 * registrations, else the next one, else the last one.
 */
export function presentWave<Wave extends WaveRule>(waves: readonly Wave[], now: Date): Wave | null {
  const ordered = waves.toSorted(byOpening);
  return ordered.find(({ closes_at }) => now < closes_at) ?? ordered.at(-1) ?? null;
}

const REFUSALS = { upcoming: 'wave_not_open', full: 'wave_full', closed: 'wave_closed' } as const;

/** Lets a registration into the wave that is open now, or says why none takes it. */
export function decideWave<Wave extends WaveRule>(waves: readonly Wave[], now: Date): WaveDecision<Wave> {
  const wave = presentWave(waves, now);
  if (wave === null) return { wave };
  const state = waveState(wave, now);
  return state === 'open' ? { wave } : { refusal: REFUSALS[state], wave };
}

/** What families read of a wave as it is now, before they register. */
export function waveNotice({
  name,
  state,
  opens_at,
  closes_at,
  left,
}: {
  readonly name: string;
  readonly state: WaveState;
  readonly opens_at: string;
  readonly closes_at: string;
  readonly left: WaveRoom | null;
}): string {
  const title = waveTitle(name);
  if (state === 'upcoming') return `${title} dibuka ${momentText(new Date(opens_at))}.`;
  if (state === 'full') return `${title} sudah penuh.`;
  if (state === 'closed') return `${title} sudah ditutup.`;
  const open = `${title} dibuka sampai ${momentText(new Date(closes_at))}.`;
  return left === 'sedikit' ? `${open} Tempat tinggal sedikit.` : open;
}

/** Why a registration is refused, for the family. */
export function waveRefusalText(
  refusal: keyof typeof WAVE_REFUSALS,
  { name, opens_at }: Pick<WaveRule, 'name' | 'opens_at'>,
  level: string,
): string {
  return WAVE_REFUSALS[refusal]({ name: waveTitle(name), day: dayText(jakartaDay(opens_at)), level });
}

const WAVE_REFUSALS = {
  wave_not_open: ({ level, day }: { level: string; day: string }) => `Pendaftaran ${level} dibuka ${day}.`,
  wave_closed: ({ name }: { name: string }) => `${name} sudah ditutup.`,
  wave_full: ({ name }: { name: string }) => `${name} sudah penuh.`,
} as const;
