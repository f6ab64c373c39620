import type { OwnResult } from '@gerbang/contracts/announcement.types';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { Loading } from '@gerbang/web-kit/components/loading';
import { useDashboard } from '@gerbang/web-kit/dashboard';
import { formatDateLong, levelText } from '@gerbang/web-kit/format';
import { useParams } from '@gerbang/web-kit/router';
import { newResults, useNoteOpened } from '@gerbang/web-kit/new-results';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { resultsCopy } from '../dashboard/dashboard.copy.ts';
import { Accepted, shareNews } from './accepted.tsx';
import { ContactLink, useContact } from './contact.tsx';
import { NextSteps, type NextOfResult } from './next-steps.tsx';
import { ResultRows } from './result-rows.tsx';
import { resultCopy as copy } from './result.copy.ts';
import { stageIn, standingOf, useSeatWords } from './standing.ts';
import { StandingWords } from './standing-words.tsx';

const Quote = styled.blockquote`
  margin: 4px 0 0;
  font-size: 1.0625rem;
  line-height: 1.6;
  white-space: pre-line;
  &::before {
    content: '“';
  }
  &::after {
    content: '”';
  }
`;

const Neutral = styled(Card)`
  display: grid;
  gap: 16px;
  background: var(--bg-subtle);
  h2,
  h3 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
  li {
    padding-block: 4px;
    padding-inline-start: 16px;
    border-inline-start: 3px solid var(--border-subtle);
    margin-block: 8px;
  }
`;

const Tools = styled(Row)`
  margin-block-start: 12px;
`;

const Heading = styled.h2`
  font-size: 1.125rem;
  line-height: 1.45;
`;

const callNameOf = ({ child }: OwnResult) => child.nick_name ?? child.full_name;

/** What the team wrote about the child, as a quotation. */
function Note({ text }: { text: string }) {
  return (
    <div>
      <Quiet $small>{copy.noteTitle}</Quiet>
      <Quote>{text}</Quote>
    </div>
  );
}

/** The letter that every family of the announcement gets, with what it is about. */
export function Letter({ row, children }: { row: OwnResult; children?: ReactNode }) {
  return (
    <Card as="article">
      <Quiet $small>{copy.letterTitle}</Quiet>
      <Text as="b">{row.title}</Text>
      <Quiet $small $figures>
        {row.child.full_name} · {resultsCopy.period} {row.observation_period} · {resultsCopy.published}{' '}
        {formatDateLong(row.published_at)}
      </Quiet>
      <Text $lines>{row.content}</Text>
      {children}
    </Card>
  );
}

const placeOf = (row: OwnResult, year: string | null) =>
  copy.place(levelText(row.jenjang, row.registration.kelas), year);

/** The good news with what the team wrote; the editor of announcements shows it too. */
export function AcceptedNews({
  row,
  year,
  promoted = false,
}: {
  row: OwnResult;
  year: string | null;
  promoted?: boolean;
}) {
  const name = callNameOf(row);
  return (
    <>
      <Accepted
        name={name}
        place={placeOf(row, year)}
        title={promoted ? copy.promoted(name) : copy.accepted(name)}
      />
      {row.individual_note ? (
        <Card as="div">
          <Note text={row.individual_note} />
        </Card>
      ) : null}
    </>
  );
}

/** Billing hears of a publication a moment later: until then what it lacks is no sign of a confirmation. */
const HEARD_MS = 2 * 60_000;

/** Whether the re-enrolment may still be confirmed; so too while billing does not say. */
function mayConfirm(
  toConfirm: readonly { readonly registration_id: string }[] | undefined,
  { registration, published_at }: OwnResult,
): boolean {
  if (!toConfirm || Date.now() - Date.parse(published_at) < HEARD_MS) return true;
  return toConfirm.some((one) => one.registration_id === registration.id);
}

/** The other results that the family has not opened yet. */
function Others({ rows }: { rows: readonly OwnResult[] }) {
  if (rows.length === 0) return null;
  return (
    <Stack as="section" $gap={8}>
      <Heading>{copy.others}</Heading>
      <ResultRows label={copy.others} results={rows} fresh={rows} />
    </Stack>
  );
}

function AcceptedResult({
  row,
  year,
  next,
  promoted,
}: {
  row: OwnResult;
  year: string | null;
  next: NextOfResult;
  promoted: boolean;
}) {
  const name = callNameOf(row);
  const place = placeOf(row, year);
  return (
    <Stack $width={640}>
      <AcceptedNews row={row} year={year} promoted={promoted} />
      <Letter row={row}>
        <Tools $align="center">
          <Button variant="secondary" onClick={() => void shareNews(copy.sentence(name, place))}>
            {copy.share}
          </Button>
        </Tools>
        <Quiet $small>{copy.paper}</Quiet>
      </Letter>
      <NextSteps next={next} year={year} />
      {next.confirm ? (
        <SaveBar>
          <LinkButton to={`/enrollment-confirmation/${row.registration.id}`} $block>
            {copy.confirm}
          </LinkButton>
        </SaveBar>
      ) : null}
    </Stack>
  );
}

/** The same page on neutral ground: first what the team wrote, then what the family can do, and with whom to talk. */
function RefusedResult({ row }: { row: OwnResult }) {
  const name = callNameOf(row);
  const contact = useContact(true);
  return (
    <Stack $width={640}>
      <Neutral as="div">
        <h2>{copy.refused(name)}</h2>
        {row.individual_note ? <Note text={row.individual_note} /> : null}
        <p>{resultsCopy.failedWords(name)}</p>
        <div>
          <h3>{copy.canDo}</h3>
          <ul>
            {copy.options.map((option) => (
              <li key={option}>{option}</li>
            ))}
          </ul>
        </div>
        <ContactLink contact={contact} />
      </Neutral>
      <Letter row={row} />
      <LinkButton to="/dashboard" $variant="secondary">
        {copy.back}
      </LinkButton>
    </Stack>
  );
}

/** A child on the waiting list: its number and why, and that nothing is to be paid, stand with its registration. */
function WaitlistedResult({ row, position = null }: { row: OwnResult; position?: number | null }) {
  const name = callNameOf(row);
  const contact = useContact(true);
  return (
    <Stack $width={640}>
      <Neutral as="div">
        <h2>{copy.waitlisted(name)}</h2>
        {position === null ? null : <Text as="b">{resultsCopy.waiting(position)}</Text>}
        <p>{copy.waitlistedText(levelText(row.jenjang, row.registration.kelas))}</p>
        {row.individual_note ? <Note text={row.individual_note} /> : null}
        <ContactLink contact={contact} />
      </Neutral>
      <Letter row={row} />
      <LinkButton to="/dashboard" $variant="secondary">
        {copy.back}
      </LinkButton>
    </Stack>
  );
}

/** A child that no longer has its seat or its place on the list: how that ended, and with whom to talk. */
function EndedResult({ row, standing }: { row: OwnResult; standing: 'closed' | 'released' }) {
  const name = callNameOf(row);
  return (
    <Stack $width={640}>
      <Neutral as="div">
        <h2>{copy.over(name)}</h2>
        <StandingWords
          standing={standing}
          name={name}
          registrationId={row.registration.id}
          contact={useContact(true)}
        />
      </Neutral>
      <Letter row={row} />
      <LinkButton to="/dashboard" $variant="secondary">
        {copy.back}
      </LinkButton>
    </Stack>
  );
}

const PAGES = { failed: RefusedResult, waitlisted: WaitlistedResult } as const;

/** The page of a result that is no acceptance; the editor of announcements shows it too. */
export function OtherResult({ row, result }: { row: OwnResult; result: keyof typeof PAGES }) {
  const Page = PAGES[result];
  return <Page row={row} />;
}

/** /hasil/:registrationId: the result of one child. It opens once by itself and is then reached from the dashboard. */
export function ResultPage() {
  const { registrationId = '' } = useParams();
  const dashboard = useDashboard();
  const results = dashboard.data?.announcement?.parent?.results;
  const row = results?.find(({ registration }) => registration.id === registrationId);
  useNoteOpened(dashboard.data, registrationId);
  const standing = standingOf(row?.result ?? 'passed', stageIn(dashboard.data, registrationId));
  const place = useSeatWords(registrationId, row ? standing : 'accepted');

  if (!results) return <Loading of={dashboard} card lines={6} label={copy.loading} failed={copy.failed} />;
  if (!row) {
    return (
      <Card as="div">
        <EmptyState
          icon={<Mail size={28} />}
          title={copy.none}
          action={<LinkButton to="/dashboard">{copy.back}</LinkButton>}
        >
          {copy.noneText}
        </EmptyState>
      </Card>
    );
  }
  const others = newResults(dashboard.data).filter((one) => one !== row);
  const { admission, billing } = dashboard.data ?? {};
  const registration = admission?.parent?.registrations.find((one) => one.id === registrationId);
  const next: NextOfResult = {
    confirm: mayConfirm(billing?.parent?.to_confirm, row),
    payment: billing?.parent?.next_payment ?? null,
  };
  return (
    <Stack $width={640} $gap={24}>
      {standing === 'closed' || standing === 'released' ? (
        <EndedResult row={row} standing={standing} />
      ) : standing === 'accepted' || standing === 'promoted' ? (
        <AcceptedResult
          row={row}
          year={registration?.academic_year ?? null}
          next={next}
          promoted={standing === 'promoted'}
        />
      ) : standing === 'waiting' ? (
        <WaitlistedResult row={row} position={place.position} />
      ) : (
        <RefusedResult row={row} />
      )}
      <Others rows={others} />
    </Stack>
  );
}
