import { Card } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

const Items = styled.ul`
  display: grid;
`;

const Line = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 4px 16px;
  padding-block: 12px;
  border-block-start: 1px solid var(--border-subtle);
  &:first-child {
    border-block-start: 0;
  }
  > button {
    justify-self: end;
  }
  @media (max-width: 479.98px) {
    gap: 8px 12px;
    > button {
      grid-column: 2;
      justify-self: start;
      min-height: 44px;
    }
  }
`;

const Icon = styled.span`
  display: grid;
  place-items: center;
  align-self: start;
  width: 40px;
  height: 40px;
  border-radius: 10px;
  background: var(--bg-subtle);
  color: var(--text-secondary);
`;

const Name = styled.b`
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const Title = styled.h2`
  font-size: 1.25rem;
  line-height: 1.4;
`;

/** A part of the page: title, state, a sentence, content. */
export function Section({
  title,
  state,
  lead,
  children,
}: {
  title: string;
  state?: ReactNode;
  lead: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading}>
      <Stack $gap={16}>
        <Stack $gap={4}>
          <Row $gap={8} $apart={12} $align="center">
            <Title id={heading}>{title}</Title>
            {state}
          </Row>
          <Quiet>{lead}</Quiet>
        </Stack>
        {children}
      </Stack>
    </Card>
  );
}

/** The rows of a list of things that can be removed. */
export function Things({ label, children }: { label: string; children: ReactNode }) {
  return <Items aria-label={label}>{children}</Items>;
}

/** One thing: an icon, its name with a mark, lines below, a button. */
export function Thing({
  icon,
  name,
  mark,
  lines,
  action,
}: {
  icon: ReactNode;
  name: string;
  mark?: ReactNode;
  lines: readonly string[];
  action?: ReactNode;
}) {
  return (
    <Line>
      <Icon aria-hidden="true">{icon}</Icon>
      <Stack as="span" $gap={2}>
        <Row as="span" $gap={4} $apart={8} $align="center">
          <Name>{name}</Name>
          {mark}
        </Row>
        {lines.map((line) => (
          <Quiet as="span" key={line} $small $figures>
            {line}
          </Quiet>
        ))}
      </Stack>
      {action}
    </Line>
  );
}
