import { Card } from '@gerbang/ui/card';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { LoginForm } from '@gerbang/web-kit/session/login-form.tsx';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';
import { publicInfo } from '../public-info.ts';
import { FirstPaintEnd } from '@gerbang/first-paint/take-over';
import { SchoolGuide } from './school-guide.tsx';
import { usePublicSchool } from './use-public-school.ts';
import { WavesFact } from './waves-fact.tsx';
import { SchoolNote } from '../layout/common-parts.tsx';
import { PublicFrame } from '../layout/public-frame.tsx';

const text = copy.landing;

const Columns = styled.div`
  display: grid;
  gap: 32px;
  @media (min-width: 900px) {
    grid-template-columns: minmax(0, 1fr) 432px;
    grid-template-areas: 'words login' 'steps login';
    grid-template-rows: auto 1fr;
    gap: 40px 64px;
  }
`;

const Words = styled.div`
  grid-area: words;
  h1 {
    font-size: 1.875rem;
    line-height: 1.27;
  }
  p {
    margin-block-start: 12px;
    max-width: 60ch;
    color: var(--text-secondary);
  }
  @media (min-width: 900px) {
    padding-block-start: 16px;
    h1 {
      font-size: 2.25rem;
      line-height: 1.22;
    }
    p {
      font-size: 1.125rem;
    }
  }
  @media (max-width: 899.98px) {
    grid-area: auto;
  }
`;

/** The login, and below it what the school answers: on a phone both come before the steps. */
const Login = styled.div`
  @media (min-width: 900px) {
    grid-area: login;
  }
  h2 {
    font-size: 1.25rem;
    line-height: 1.4;
  }
`;

const Note = styled.p`
  margin-block: 4px 20px;
  color: var(--text-secondary);
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-block-start: 20px;
  > a {
    flex: 1 1 auto;
  }
  @media (min-width: 900px) {
    > a {
      flex: none;
    }
    /* The form stands beside it. */
    > a + a {
      display: none;
    }
  }
`;

const Facts = styled.dl`
  display: grid;
  gap: 12px;
  margin-block-start: 24px;
  padding-block-start: 16px;
  border-block-start: 1px solid var(--border-subtle);
  div[hidden] {
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
`;

const Steps = styled.section`
  @media (min-width: 900px) {
    grid-area: steps;
  }
  h2 {
    font-size: 1.25rem;
    line-height: 1.4;
    margin-block-end: 16px;
  }
  li {
    position: relative;
    padding: 0 0 20px 52px;
    counter-increment: step;
  }
  li::before {
    content: counter(step);
    position: absolute;
    inset: 0 auto auto 0;
    display: grid;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: 10px;
    background: var(--tone-accent-bg);
    color: var(--tone-accent-fg);
    font-weight: 650;
  }
  li:not(:last-child)::after {
    content: '';
    position: absolute;
    inset: 40px auto 4px 17.5px;
    width: 1px;
    background: var(--border-subtle);
  }
  h3 {
    font-size: 1rem;
    line-height: 1.5;
    padding-block-start: 6px;
  }
  p {
    color: var(--text-secondary);
  }
`;

/** The landing page: an introduction with the ways in, what the school offers, five steps, and the login form. */
export function LandingPage() {
  const { waves, guide } = usePublicSchool();
  return (
    <PublicFrame wide>
      <FirstPaintEnd />
      <Columns>
        <Words>
          <h1>{text.title}</h1>
          <p>{text.lead}</p>
          <Ways>
            <LinkButton to="/auth?tab=daftar">{text.register}</LinkButton>
            <LinkButton to="/auth" $variant="secondary">
              {text.login}
            </LinkButton>
          </Ways>
          <Facts>
            <div data-public-levels="" hidden={publicInfo.levels === null}>
              <dt>{text.levels}</dt>
              <dd>
                <b>{publicInfo.levels}</b>
              </dd>
            </div>
            <WavesFact waves={waves} />
            <div>
              <dt>{text.prepare}</dt>
              <dd>{text.prepareText}</dd>
            </div>
          </Facts>
        </Words>
        <Login>
          <Card>
            <h2>{text.loginTitle}</h2>
            <Note>{text.loginNote}</Note>
            <SchoolNote />
            <LoginForm />
          </Card>
          <SchoolGuide guide={guide} />
        </Login>
        <Steps>
          <h2>{text.stepsTitle}</h2>
          <ol>
            {text.steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </Steps>
      </Columns>
    </PublicFrame>
  );
}
