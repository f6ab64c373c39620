import { styled } from 'styled-components';
import { copy } from '../copy.ts';

/** The dashboard's column; the first paint uses it already. */
export const Stack = styled.div`
  display: grid;
  gap: 24px;
  max-width: 800px;
`;

const Salam = styled.h2`
  font-size: 1.5rem;
  line-height: 1.33;
`;

const Today = styled.p`
  color: var(--text-secondary);
`;

/** The greeting with the day in both calendars; the first paint does not know the name. */
export function Greeting({ name, today }: { name?: string; today: string }) {
  return (
    <>
      <Salam>
        {copy.dashboard.salam}
        {name ? `, ${name}` : null}
      </Salam>
      <Today data-first-today="">{today}</Today>
    </>
  );
}
