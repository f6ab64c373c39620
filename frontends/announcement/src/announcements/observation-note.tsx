import { WIDE_SPREAD } from '@gerbang/domain/observation-scores';
import { StatusTag } from '@gerbang/ui/status-tag';
import { styled } from 'styled-components';
import { type Observation, observationCopy as copy } from './observation.copy.ts';
import { Mark } from './row-controls.tsx';

// Papers leave the school; what assessors said does not.
const Internal = styled(Mark)`
  @media print {
    display: none;
  }
`;

/** What assessors said of a child together, for the roles that read it; nothing without a sheet. */
export function ObservationNote({ of }: { of: Observation | undefined }) {
  if (!of) return null;
  const differ = of.spread !== null && of.spread >= WIDE_SPREAD;
  return (
    <Internal>
      {copy.line(of)} {differ ? <StatusTag tone="attention">{copy.differ}</StatusTag> : null}
    </Internal>
  );
}

/** The rows with the highest averages first; those without one keep their order behind. */
export const byAverage = <Row,>(rows: readonly Row[], averageOf: (row: Row) => number | undefined): Row[] =>
  rows.toSorted((one, other) => (averageOf(other) ?? 0) - (averageOf(one) ?? 0));
