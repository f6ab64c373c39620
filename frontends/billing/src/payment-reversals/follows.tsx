import { Stack } from '@gerbang/ui/layout';
import { styled } from 'styled-components';
import { copy } from './payment-reversals.copy.ts';

const List = styled.ul`
  display: grid;
  gap: 4px;
  padding-inline-start: 20px;
  list-style: disc;
`;

/** What else changes with a correction of money, before it is made. */
export function Follows({ of }: { of: readonly string[] }) {
  return (
    <Stack as="section" $gap={6} aria-label={copy.follows}>
      <strong>{copy.follows}</strong>
      <List>
        {of.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </List>
    </Stack>
  );
}
