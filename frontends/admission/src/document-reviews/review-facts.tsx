import type { StaffFact } from '@gerbang/contracts/document-reviews';
import type { DocumentFact } from '@gerbang/domain/child-documents';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { Key } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { styled } from 'styled-components';
import { Fact } from './review-fact.tsx';
import { reviewCopy as copy } from './document-reviews.copy.ts';

const Title = styled.h3`
  font-size: 1rem;
  line-height: 1.5;
`;

/** What the family typed, large, each with a tick that says it is the same on the paper. */
export function ReviewFacts({
  facts,
  ticks,
  accepted,
  onTicks,
}: {
  /** In the order of the paper. */
  facts: readonly StaffFact[];
  ticks: readonly DocumentFact[];
  /** Whether the document is accepted: a fact without a tick is to be compared again. */
  accepted: boolean;
  /** Null = nothing can be ticked. */
  onTicks: ((ticks: readonly DocumentFact[]) => void) | null;
}) {
  if (facts.length === 0) return <Quiet $small>{copy.noFacts}</Quiet>;
  const typed = facts.filter(({ values }) => values.length > 0).map(({ fact }) => fact);
  return (
    <Stack as="section" $gap={8} aria-label={copy.facts}>
      <Row $justify="between" $align="center">
        <Title>{copy.facts}</Title>
        {onTicks && typed.length > 1 ? (
          <Button small variant="secondary" aria-keyshortcuts="s" onClick={() => onTicks(typed)}>
            {copy.all} <Key>S</Key>
          </Button>
        ) : null}
      </Row>
      <Stack as="ul" $gap={6}>
        {facts.map((one, index) => (
          <Fact
            key={one.fact}
            of={one}
            at={index + 1}
            ticked={ticks.includes(one.fact)}
            again={accepted && one.checked === null && one.values.length > 0}
            onTick={
              onTicks &&
              ((ticked) => onTicks(ticked ? [...ticks, one.fact] : ticks.filter((fact) => fact !== one.fact)))
            }
          />
        ))}
      </Stack>
    </Stack>
  );
}
