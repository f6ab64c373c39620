import type { StaffWave } from '@gerbang/contracts/waves';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { wavesCopy as copy } from './waves.copy.ts';

/** The first and the last moment that the lines of all levels show, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const Line = styled.div`
  position: relative;
  height: 40px;
  border-radius: 10px;
  background: var(--bg-subtle);
  overflow: hidden;
`;

const Part = styled.span<{ $state: StaffWave['state'] }>`
  position: absolute;
  inset-block: 6px;
  min-width: 6px;
  padding-inline: 8px;
  border-radius: 8px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  font-size: 0.8125rem;
  line-height: 28px;
  font-weight: 600;
  background: var(--tone-${({ $state }) => BANDS[$state]}-bg);
  color: var(--tone-${({ $state }) => BANDS[$state]}-fg);
  box-shadow: inset 0 0 0 1px currentcolor;
`;
const BANDS = { upcoming: 'info', open: 'success', full: 'attention', closed: 'neutral' } as const;

// The waves lie over it, so that it crosses none of their names.
const Now = styled.span`
  position: absolute;
  inset-block: 0;
  width: 3px;
  background: var(--text-primary);
`;

/** The sign of the present below the line. */
const Today = styled.span`
  font-weight: 600;
  color: var(--text-primary);
  &::before {
    content: '';
    display: inline-block;
    width: 3px;
    height: 10px;
    margin-inline-end: 6px;
    background: var(--text-primary);
  }
`;

const Ends = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 8px;
  margin-block-start: 4px;
  font-size: 0.8125rem;
  line-height: 1.25;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

/** The span of all waves and of the present, so that levels stand below each other on one scale. */
export function spanOf(waves: readonly StaffWave[], now: number): Span {
  const moments = waves.flatMap(({ opens_at, closes_at }) => [Date.parse(opens_at), Date.parse(closes_at)]);
  return { from: Math.min(now, ...moments), to: Math.max(now, ...moments) };
}

/** A name where there is little room: the list below has it whole. */
const shortName = (name: string) => name.replace(/^gelombang\s+(?=\S)/iu, '');

/** The waves of a level on a line of time, for the eye: the list below says the same in words. */
export function WaveTrack({ waves, span, now }: { waves: readonly StaffWave[]; span: Span; now: number }) {
  const place = (moment: number) => (100 * (moment - span.from)) / (span.to - span.from || 1);
  return (
    <div aria-hidden="true">
      <Line>
        <Now style={{ left: `min(${place(now)}%, 100% - 3px)` }} />
        {waves
          .filter(({ cancelled }) => !cancelled)
          .map(({ id, name, state, opens_at, closes_at }) => {
            const from = place(Date.parse(opens_at));
            const width = place(Date.parse(closes_at)) - from;
            return (
              <Part key={id} $state={state} style={{ left: `${from}%`, width: `${width}%` }}>
                {shortName(name)}
              </Part>
            );
          })}
      </Line>
      <Ends>
        <span>{formatDateShort(new Date(span.from))}</span>
        <Today>{copy.today}</Today>
        <span>{formatDateShort(new Date(span.to))}</span>
      </Ends>
    </div>
  );
}
