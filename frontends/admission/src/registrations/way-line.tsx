import { styled } from 'styled-components';

const STEPS = ['Anak', 'Jenjang', 'Biaya'] as const;

const Line = styled.ol`
  display: grid;
  grid-template-columns: repeat(${STEPS.length}, minmax(0, 1fr));
  gap: 6px;
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
  li {
    padding-block-start: 6px;
    border-block-start: 4px solid var(--bg-subtle);
  }
  li[data-reached] {
    border-color: var(--action-bg);
  }
  li[aria-current] {
    font-weight: 650;
    color: var(--text-primary);
  }
`;

/** The steps from a child to its registration in one line; `now` is the one that is being taken. */
export function WayLine({ now }: { now: (typeof STEPS)[number] }) {
  const at = STEPS.indexOf(now);
  return (
    <Line aria-label="Langkah mendaftarkan anak">
      {STEPS.map((step, place) => (
        <li
          key={step}
          data-reached={place <= at ? '' : undefined}
          aria-current={place === at ? 'step' : undefined}
        >
          {place + 1}. {step}
        </li>
      ))}
    </Line>
  );
}
