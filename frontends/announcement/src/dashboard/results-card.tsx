import type { OwnResult } from '@gerbang/contracts/announcement.types';
import * as school from '@gerbang/contracts/school';
import { resultTone } from '@gerbang/domain/status-tones';
import { RESULT_LABELS } from '@gerbang/domain/announcements';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { call } from '@gerbang/web-kit/client';
import { formatDateLong, formatPhone, levelText } from '@gerbang/web-kit/format';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { useQuery } from '@gerbang/web-kit/query-client';
import { MessageCircle } from 'lucide-react';
import { styled } from 'styled-components';
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

const Chat = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
`;

/** Whom to talk to, asked only where there is something to talk about. */
function useContact(wanted: boolean): string | undefined {
  const config = useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => call(school.getConfig, { signal }),
    enabled: wanted,
  });
  return config.data?.contact_whatsapp;
}

/** 'Pengumuman Hasil Observasi': the family's published results, newest first. */
export function ResultsCard({ results }: { results: readonly OwnResult[] }) {
  const contact = useContact(results.some(({ result }) => result === 'failed'));
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      <List>
        {results.map((result) => (
          <ResultEntry key={result.id} result={result} contact={contact} />
        ))}
      </List>
    </Card>
  );
}

function ResultEntry({ result: row, contact }: { result: OwnResult; contact: string | undefined }) {
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
          <LinkButton to="/enrollment" $block aria-label={copy.enrollOf(child.full_name)}>
            {copy.enroll}
          </LinkButton>
        </>
      ) : (
        <>
          <p>{copy.failedWords(name)}</p>
          {contact ? (
            <Chat href={`https://wa.me/${contact.replace(/\D/gu, '')}`} target="_blank" rel="noreferrer">
              <MessageCircle size={18} aria-hidden="true" />
              {copy.contact(formatPhone(contact))}
            </Chat>
          ) : null}
        </>
      )}
    </li>
  );
}
