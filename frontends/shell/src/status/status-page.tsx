import { Card, CardTitle } from '@gerbang/ui/card';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Check } from 'lucide-react';
import { styled } from 'styled-components';
import { statusCopy as text } from './status.copy.ts';
import { useWay } from './status.api.ts';

const TONES = { done: 'success', current: 'attention', waiting: 'neutral' } as const;

const Cards = styled.dl`
  display: grid;
  gap: 12px;
  @media (min-width: 640px) {
    grid-template-columns: repeat(3, 1fr);
  }
  > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 16px;
    border: 1px solid var(--border-subtle);
    border-radius: 14px;
    background: var(--bg-surface);
  }
  dt {
    color: var(--text-secondary);
  }
  /* Three beside each other have no room for a label beside its value. */
  @media (min-width: 640px) and (max-width: 1151.98px) {
    > div {
      flex-direction: column;
      align-items: start;
      gap: 6px;
    }
  }
`;

const Steps = styled.ol`
  margin-block-start: 16px;
  li {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    min-height: 26px;
    padding: 0 0 24px 40px;
  }
  li:last-child {
    padding-block-end: 0;
  }
  li:not(:last-child)::after {
    content: '';
    position: absolute;
    inset: 30px auto 2px 12px;
    width: 2px;
    background: var(--border-subtle);
  }
  li[data-state='done']:not(:last-child)::after {
    background: var(--action-bg);
  }
  b {
    font-weight: 600;
  }
`;

const Mark = styled.span<{ $state: 'done' | 'current' | 'waiting' }>`
  position: absolute;
  inset: 1px auto auto 0;
  display: grid;
  place-items: center;
  width: 26px;
  height: 26px;
  border: 2px solid var(${(props) => (props.$state === 'waiting' ? '--border-control' : '--action-bg')});
  border-radius: 8px;
  background: var(${(props) => (props.$state === 'waiting' ? '--bg-surface' : '--action-bg')});
  color: var(--action-text);
  &::before {
    content: '';
    display: ${(props) => (props.$state === 'current' ? 'block' : 'none')};
    width: 8px;
    height: 8px;
    border-radius: 2px;
    background: currentcolor;
  }
`;

const Tips = styled.ul`
  margin-block-start: 12px;
  padding-inline-start: 20px;
  list-style: disc;
  li {
    padding-block: 4px;
  }
`;

/** How far the way of a registration is; of a family as it stands, in the words of the specification. */
export function StatusPage() {
  const { steps, cards } = useWay();
  return (
    <Stack $gap={24} $width={800}>
      <Cards>
        {text.cards.map((card, at) => (
          <div key={card.label}>
            <dt>{card.label}</dt>
            <dd>
              <StatusTag tone={card.tone}>{cards[at] ?? card.value}</StatusTag>
            </dd>
          </div>
        ))}
      </Cards>
      <Card>
        <CardTitle>{text.progressTitle}</CardTitle>
        <Steps>
          {steps.map((step) => (
            <li
              key={step.label}
              data-state={step.state}
              aria-current={step.state === 'current' ? 'step' : undefined}
            >
              <Mark $state={step.state} aria-hidden="true">
                {step.state === 'done' ? <Check size={16} /> : null}
              </Mark>
              <b>{step.label}</b>
              <StatusTag tone={TONES[step.state]}>{text.states[step.state]}</StatusTag>
              {step.figure ? <Quiet $figures>{step.figure}</Quiet> : null}
            </li>
          ))}
        </Steps>
      </Card>
      <Card>
        <CardTitle>{text.tipsTitle}</CardTitle>
        <Tips>
          {text.tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </Tips>
      </Card>
    </Stack>
  );
}
