import type { WaveOfLevel } from '@gerbang/contracts/waves';
import { waveNotice } from '@gerbang/domain/waves';
import { Banner } from '@gerbang/ui/banner';
import { useWaves } from './waves.api.ts';

const TONES = { upcoming: 'info', open: 'info', full: 'attention', closed: 'attention' } as const;

/** The wave of a level that families are told of: the server says which one is open. */
function shownWave(waves: readonly WaveOfLevel[]): WaveOfLevel | null {
  const present = waves.find(({ state }) => state === 'open' || state === 'full');
  return present ?? waves.find(({ state }) => state === 'upcoming') ?? waves.at(-1) ?? null;
}

/** The wave that decides about a registration of this year and level; null without waves. `refresh` reads it again. */
export function useWaveOf(year: string, jenjang: string) {
  const { data, refetch } = useWaves(year);
  const waves = data?.levels.find((level) => level.jenjang === jenjang)?.waves ?? [];
  return { wave: shownWave(waves), refresh: () => void refetch() };
}

/** Whether the level takes registrations now, since when or until when, and how much room there is. */
export function WaveNote({ wave }: { wave: WaveOfLevel }) {
  return <Banner tone={TONES[wave.state]}>{waveNotice(wave)}</Banner>;
}
