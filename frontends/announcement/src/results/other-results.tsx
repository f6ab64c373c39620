import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { OWED_WORDS } from '@gerbang/domain/waitlist';
import { buttonCss } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Stack, Text } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { chatAddress, levelText } from '@gerbang/web-kit/page/format';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { resultsCopy } from '../dashboard/dashboard.copy.ts';
import { ContactLink, useContact } from './contact.tsx';
import { callNameOf, Letter, Note } from './letter.tsx';
import { resultCopy as copy } from './result.copy.ts';
import { StandingWords } from './standing-words.tsx';

const Neutral = styled(Card)`
  display: grid;
  gap: 16px;
  background: var(--bg-subtle);
  h2,
  h3 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
  li > p {
    margin-block-end: 8px;
  }
  li {
    padding-block: 4px;
    padding-inline-start: 16px;
    border-inline-start: 3px solid var(--border-subtle);
    margin-block: 8px;
  }
`;

const Ask = styled.a<{ $variant: 'secondary' }>`
  ${buttonCss}
`;

/** A result on neutral ground: what is to be said of it, the letter, and the way back. */
function NeutralResult({ row, title, children }: { row: OwnResult; title: string; children: ReactNode }) {
  return (
    <Stack $width={640}>
      <Neutral as="div">
        <h2>{title}</h2>
        {children}
      </Neutral>
      <Letter row={row} />
      <LinkButton to="/dashboard" $variant="secondary">
        {copy.back}
      </LinkButton>
    </Stack>
  );
}

/** A refusal: first what the team wrote, then what the family can do, and with whom to talk. */
export function RefusedResult({ row }: { row: OwnResult }) {
  const name = callNameOf(row);
  const contact = useContact(true);
  return (
    <NeutralResult row={row} title={copy.refused(name)}>
      {row.individual_note ? <Note text={row.individual_note} /> : null}
      <p>{resultsCopy.failedWords(name)}</p>
      <div>
        <h3>{copy.canDo}</h3>
        <ul>
          {copy.options.map(({ text, action, ask }) => (
            <li key={action}>
              <p>{text}</p>
              {ask === null ? (
                <LinkButton to="/registrations" $variant="secondary">
                  {action}
                </LinkButton>
              ) : contact ? (
                <Ask
                  $variant="secondary"
                  href={chatAddress(contact, ask(name))}
                  target="_blank"
                  rel="noreferrer"
                >
                  {action}
                </Ask>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      <ContactLink contact={contact} />
    </NeutralResult>
  );
}

/** A child on the waiting list: its number and whether something is to be paid; why it is so stands with its registration. */
export function WaitlistedResult({
  row,
  position = null,
  owed = OWED_WORDS.nothing,
}: {
  row: OwnResult;
  position?: number | null;
  owed?: string | null;
}) {
  const contact = useContact(true);
  return (
    <NeutralResult row={row} title={copy.waitlisted(callNameOf(row))}>
      {position === null ? null : <Text as="b">{resultsCopy.waiting(position)}</Text>}
      <p>
        {copy.waitlistedText(levelText(row.jenjang, row.registration.kelas))} {owed}
      </p>
      {row.individual_note ? <Note text={row.individual_note} /> : null}
      <ContactLink contact={contact} />
    </NeutralResult>
  );
}

/** A child that no longer has its seat or its place on the list: how that ended, and with whom to talk. */
export function EndedResult({ row, standing }: { row: OwnResult; standing: 'closed' | 'released' | 'left' }) {
  const name = callNameOf(row);
  const contact = useContact(true);
  return (
    <NeutralResult row={row} title={copy.over(name)}>
      <StandingWords standing={standing} name={name} registrationId={row.registration.id} contact={contact} />
    </NeutralResult>
  );
}

const PAGES = { failed: RefusedResult, waitlisted: WaitlistedResult } as const;

/** The page of a result that is no acceptance; the editor of announcements shows it too. */
export function OtherResult({ row, result }: { row: OwnResult; result: keyof typeof PAGES }) {
  const Page = PAGES[result];
  return <Page row={row} />;
}
