import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { STAGE_LABELS, type Stage } from '@gerbang/domain/registration-stages';
import { stageTone } from '@gerbang/domain/status-tones';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateLong, levelText } from '@gerbang/web-kit/page/format';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { styled } from 'styled-components';
import { useContact } from '../results/contact.tsx';
import { type Standing, STANDING_STAGE, standingOf } from '../results/standing.ts';
import { StandingWords } from '../results/standing-words.tsx';
import { resultsCopy as copy } from './dashboard.copy.ts';

const List = styled.ul`
  display: grid;
  margin-block-start: 8px;
  > li {
    display: grid;
    gap: 12px;
    padding-block: 16px;
    border-block-start: 1px solid var(--border-subtle);
  }
  > li:first-child {
    border-block-start: 0;
  }
  > li:last-child {
    padding-block-end: 0;
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: space-between;
  gap: 4px 12px;
  h3 {
    font-size: 1rem;
  }
  p {
    width: 100%;
    font-weight: 550;
  }
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 2px 16px;
  color: var(--text-secondary);
  dd {
    color: var(--text-primary);
  }
`;

const Note = styled.div`
  padding: 12px 16px;
  border-radius: 10px;
  background: var(--bg-subtle);
  h4 {
    margin: 0;
    font-size: 0.875rem;
    line-height: 1.43;
    font-weight: 600;
    color: var(--text-secondary);
  }
`;

/** 'Pengumuman Hasil Observasi': the family's published results, newest first. */
export function ResultsCard({
  results,
  toConfirm,
  stageOf,
}: {
  results: readonly OwnResult[];
  /** The registrations whose re-enrolment can be confirmed; null while that is not known. */
  toConfirm: readonly string[] | null;
  /** The stage of a registration today; undefined while that is not known. */
  stageOf: (registrationId: string) => Stage | undefined;
}) {
  const standings = results.map(({ result, registration }) => standingOf(result, stageOf(registration.id)));
  const contact = useContact(standings.some((one) => STANDING_STAGE[one] === 'failed' || one === 'released'));
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      <List>
        {results.map((result, at) => (
          <ResultEntry
            key={result.id}
            result={result}
            standing={standings[at] ?? standingOf(result.result, undefined)}
            contact={contact}
            canConfirm={toConfirm?.includes(result.registration.id) ?? true}
          />
        ))}
      </List>
    </Card>
  );
}

function ResultEntry({
  result: row,
  standing,
  contact,
  canConfirm,
}: {
  result: OwnResult;
  standing: Standing;
  contact: string | undefined;
  canConfirm: boolean;
}) {
  const { child } = row;
  const stage = STANDING_STAGE[standing];
  const name = child.nick_name ?? child.full_name;
  const published = row.first_published_at ?? row.published_at;
  return (
    <li>
      <Head>
        <h3>{child.full_name}</h3>
        <StatusTag tone={stageTone(stage, 'parent')}>{STAGE_LABELS[stage]}</StatusTag>
        <p>{row.title}</p>
      </Head>
      <Facts>
        <dt>{copy.period}</dt>
        <dd>{row.observation_period}</dd>
        <dt>{copy.level}</dt>
        <dd>{levelText(row.jenjang, row.registration.kelas)}</dd>
        <dt>{copy.published}</dt>
        <dd>
          <time dateTime={published}>{formatDateLong(published)}</time>
        </dd>
        {row.first_published_at ? (
          <>
            <dt>{copy.corrected}</dt>
            <dd>
              <time dateTime={row.published_at}>{formatDateLong(row.published_at)}</time>
            </dd>
          </>
        ) : null}
      </Facts>
      <Text $lines>{row.content}</Text>
      {row.individual_note ? (
        <Note>
          <h4>{copy.note(name)}</h4>
          <Text $lines>{row.individual_note}</Text>
        </Note>
      ) : null}
      <StandingWords standing={standing} name={name} registrationId={row.registration.id} contact={contact} />
      {canConfirm && STANDING_STAGE[standing] === 'passed' ? (
        <LinkButton to="/enrollment" $block $variant="secondary" aria-label={copy.enrollOf(child.full_name)}>
          {copy.enroll}
        </LinkButton>
      ) : null}
    </li>
  );
}
