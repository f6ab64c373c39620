import type { OwnResult } from '@gerbang/contracts/announcement.types';
import { resultTone } from '@gerbang/domain/status-tones';
import { RESULT_LABELS } from '@gerbang/domain/announcements';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateLong, levelText } from '@gerbang/web-kit/format';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { styled } from 'styled-components';
import { ContactLink, useContact } from '../results/contact.tsx';
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
    line-height: 1.5;
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
}: {
  results: readonly OwnResult[];
  /** The registrations whose re-enrolment can be confirmed; null while that is not known. */
  toConfirm: readonly string[] | null;
}) {
  const contact = useContact(results.some(({ result }) => result === 'failed'));
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      <List>
        {results.map((result) => (
          <ResultEntry
            key={result.id}
            result={result}
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
  contact,
  canConfirm,
}: {
  result: OwnResult;
  contact: string | undefined;
  canConfirm: boolean;
}) {
  const { child, result } = row;
  const name = child.nick_name ?? child.full_name;
  return (
    <li>
      <Head>
        <h3>{child.full_name}</h3>
        <StatusTag tone={resultTone(result)}>{RESULT_LABELS[result]}</StatusTag>
        <p>{row.title}</p>
      </Head>
      <Facts>
        <dt>{copy.period}</dt>
        <dd>{row.observation_period}</dd>
        <dt>{copy.level}</dt>
        <dd>{levelText(row.jenjang, row.registration.kelas)}</dd>
        <dt>{copy.published}</dt>
        <dd>
          <time dateTime={row.published_at}>{formatDateLong(row.published_at)}</time>
        </dd>
      </Facts>
      <Text $lines>{row.content}</Text>
      {row.individual_note ? (
        <Note>
          <h4>{copy.note(name)}</h4>
          <Text $lines>{row.individual_note}</Text>
        </Note>
      ) : null}
      {result === 'passed' ? (
        <>
          <p>{copy.passed(name)}</p>
          {canConfirm ? (
            <LinkButton
              to="/enrollment"
              $block
              $variant="secondary"
              aria-label={copy.enrollOf(child.full_name)}
            >
              {copy.enroll}
            </LinkButton>
          ) : null}
        </>
      ) : (
        <>
          <p>{copy.failedWords(name)}</p>
          <ContactLink contact={contact} />
        </>
      )}
    </li>
  );
}
