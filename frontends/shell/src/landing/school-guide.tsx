import type { PublicSchoolNow } from '@gerbang/contracts/school-public';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';

const text = copy.landing;
const FACTS = ['address', 'accreditation', 'help'] as const;

const Root = styled.section`
  margin-block-start: 32px;
  h2 {
    margin-block-end: 16px;
  }
  img {
    width: 100%;
    max-height: 320px;
    margin-block-end: 16px;
    border-radius: 16px;
    object-fit: cover;
  }
  dl {
    display: grid;
    gap: 12px;
  }
  [hidden] {
    display: none;
  }
  dt {
    font-size: 0.875rem;
    line-height: 1.43;
    color: var(--text-secondary);
  }
  b {
    font-weight: 650;
  }
  h3 {
    font-size: 1rem;
    line-height: 1.5;
    margin-block: 20px 4px;
  }
  details {
    border-block-end: 1px solid var(--border-subtle);
  }
  summary {
    padding-block: 12px;
    font-weight: 600;
    cursor: pointer;
  }
  details p {
    padding-block-end: 12px;
    white-space: pre-line;
    color: var(--text-secondary);
  }
`;

/**
 * What the school answers before the login: levels, ages and fees, where it is, who helps, questions. Hidden without any; in
 * the page's own markup a script fills it in (packages/first-paint).
 */
export function SchoolGuide({ guide }: Pick<PublicSchoolNow, 'guide'>) {
  const { levels = [], photo, questions = [] } = guide ?? {};
  return (
    <Root data-guide="" hidden={!guide}>
      <h2>{text.guide}</h2>
      <img src={photo} alt="" loading="lazy" hidden={!photo} />
      <dl>
        <div data-guide-levels="" hidden={levels.length === 0}>
          <dt>{text.costs}</dt>
          {levels.map((level) => (
            <dd key={level.label}>
              <b>{level.label}</b> {level.text}
            </dd>
          ))}
        </div>
        {FACTS.map((fact) => (
          <div key={fact} data-guide-fact={fact} hidden={!guide?.[fact]}>
            <dt>{text[fact]}</dt>
            <dd>{guide?.[fact]}</dd>
          </div>
        ))}
      </dl>
      <div data-guide-questions="" hidden={questions.length === 0}>
        <h3>{text.questions}</h3>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Root>
  );
}
