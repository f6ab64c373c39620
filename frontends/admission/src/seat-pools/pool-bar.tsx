import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { SegmentBar, type SegmentFill, SegmentSwatch } from '@gerbang/ui/segment-bar';
import { styled } from 'styled-components';
import { seatsCopy as copy } from './seat-pools.copy.ts';

/** The parts of a pool from its beginning, each with a fill of its own: stripes are told apart without colour. */
const PARTS = [
  ['accepted', 'chart-1'],
  ['open', 'chart-2'],
  ['releasing', 'chart-4-striped'],
  ['free', 'none'],
] as const satisfies readonly (readonly [keyof SeatPool, SegmentFill])[];

const Whole = styled.div`
  display: grid;
  gap: 12px;
  > div:first-child {
    flex: none;
    height: 16px;
  }
  /* Above a list the figures stand beside the bar, so that the list begins higher. */
  @media (min-width: 1024px) {
    &[data-line] {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      gap: 24px;
      dl {
        display: flex;
        gap: 20px;
        div {
          display: flex;
          align-items: baseline;
          gap: 6px;
        }
      }
    }
  }
`;

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(92px, 1fr));
  @media (max-width: 639.98px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  gap: 12px 8px;
  div {
    display: grid;
    align-content: end;
  }
  dt {
    display: flex;
    align-items: center;
    gap: 6px;
    font-size: 0.8125rem;
    line-height: 1.4;
    color: var(--text-secondary);
  }
  dd {
    font-size: 1.25rem;
    font-weight: 650;
    line-height: 1.4;
    font-feature-settings: 'tnum';
  }
`;

/**
 * How the seats of a pool stand: a bar for the eye, and the same as figures; `line` = beside each other where there is
 * room. Few are being released, and not for long.
 */
export function PoolBar({ pool, line }: { pool: SeatPool; line: boolean }) {
  const parts = PARTS.filter(([key]) => key !== 'releasing' || pool.releasing > 0);
  return (
    <Whole data-line={line || undefined}>
      <SegmentBar segments={parts.map(([key, colour]) => ({ key, colour, count: pool[key] }))} />
      <Figures>
        {parts.map(([key, fill]) => (
          <div key={key}>
            <dt>
              <SegmentSwatch fill={fill} />
              {copy.states[key]}
            </dt>
            <dd>{copy.figure(pool[key])}</dd>
          </div>
        ))}
        <div>
          <dt>{copy.states.waiting}</dt>
          <dd>{copy.figure(pool.waiting)}</dd>
        </div>
      </Figures>
    </Whole>
  );
}
