import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { callName } from '@gerbang/domain/family-steps';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { stageTone } from '@gerbang/domain/status-tones';
import { Card } from '@gerbang/ui/card';
import { ChoiceChips } from '@gerbang/ui/choice-chips';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { ProgressRail } from '@gerbang/ui/progress-rail';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDayMonth } from '@gerbang/web-kit/page/days';
import { initialsOf, levelText } from '@gerbang/web-kit/page/format';
import { useMedia } from '@gerbang/web-kit/page/use-media';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Link } from '@gerbang/web-kit/page/router';
import { ChevronRight, Plus } from 'lucide-react';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { Appointment } from './appointment.tsx';
import { homeCopy as copy, railCopy } from './home.copy.ts';
import { NEW_CHILD, registerWay } from '../registrations/guided-ways.ts';
import { showsSeat } from '../seats/shows-seat.ts';
import { railOf } from './registration-rail.ts';
import type { Home } from './steps.ts';

// Few families have a seat or wait for one.
const ChoosePart = lazyPart(() =>
  import('../observation-slots/choose-part.tsx').then((file) => file.ChoosePart),
);
// Desktops only.
const LastMessages = lazyPart(() => import('./last-messages.tsx').then((file) => file.LastMessages));
const SeatPart = lazyPart(() => import('../seats/seat-part.tsx').then((file) => file.SeatPart));

const Add = styled(Link)`
  flex: none;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  padding: 6px 14px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  font-size: 0.875rem;
  text-decoration: none;
`;

const Box = styled(Card)`
  display: grid;
  gap: 14px;
  h2 {
    font-size: 1rem;
    line-height: 1.5;
  }
`;

// The name takes the lines that it needs beside the state; a long state stands below it.
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  gap: 4px 12px;
  > :first-child {
    flex: 1 1 150px;
    min-width: 0;
  }
`;

const Letter = styled(Link)`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  padding-block-start: 8px;
  border-block-start: 1px solid var(--border-subtle);
  color: var(--text-primary);
  text-decoration: none;
  b {
    margin-inline-start: auto;
    font-weight: 600;
    color: var(--text-link);
  }
`;

/** Phones have it among what is to be done. */
const Documents = styled(Letter)`
  @media (max-width: 1023.98px) {
    display: none;
  }
`;

interface Person {
  readonly key: string;
  readonly name: string;
  readonly called: string;
  /** The newest registration; null before the first. */
  readonly row: RegistrationRow | null;
}

/** The family's children: those who are registered, each by the newest registration, then the others. */
function peopleOf({ parent, tasks }: Home): Person[] {
  const seen = new Set<string>();
  const registered = parent.registrations.flatMap((row): Person[] => {
    if (seen.has(row.child_id)) return [];
    seen.add(row.child_id);
    return [{ key: row.child_id, name: row.child.full_name, called: callName(row.child), row }];
  });
  const others = tasks.flatMap(({ kind, child_id: key, child_name: name }): Person[] =>
    kind === 'registration_missing' && key && name ? [{ key, name, called: name, row: null }] : [],
  );
  return [...registered, ...others];
}

/** The children as chips, and of the chosen one the card with its way, its appointment, its documents and its letter; on desktops the last messages too. */
export function ChildPanel({ home, first }: { home: Home; first: string | null }) {
  const people = peopleOf(home);
  const isWide = useMedia('(min-width: 1024px)');
  const [chosen, setChosen] = useState<string | null>(null);
  const begin = people.find(({ row }) => row !== null && row.id === first) ?? people[0];
  const person = people.find(({ key }) => key === chosen) ?? begin;
  if (!person) return null;
  return (
    <Stack $gap={12}>
      <ChoiceChips
        label={copy.children}
        chips={people.map(({ key, name, called }) => ({
          key,
          name,
          label: called,
          initials: initialsOf(called),
        }))}
        value={person.key}
        onChange={setChosen}
        more={
          <Add to={NEW_CHILD} aria-label={copy.addChildName}>
            <Plus size={16} aria-hidden="true" />
            {copy.addChild}
          </Add>
        }
      />
      {person.row ? <ChildCard row={person.row} home={home} /> : <Unregistered person={person} />}
      {isWide ? (
        <Suspense fallback={null}>
          <LastMessages />
        </Suspense>
      ) : null}
    </Stack>
  );
}

function Unregistered({ person: { key, name, called } }: { person: Person }) {
  return (
    <Box as="article">
      <Head>
        <h2>{name}</h2>
        <StatusTag tone="neutral">{copy.notRegistered}</StatusTag>
      </Head>
      <Quiet>{copy.registerNote}</Quiet>
      <LinkButton to={registerWay(key)} $variant="secondary" $block>
        {copy.register(called)}
      </LinkButton>
    </Box>
  );
}

function ChildCard({ row, home: { parent, tasks, results, news } }: { row: RegistrationRow; home: Home }) {
  const name = callName(row.child);
  const observation = (parent.observations ?? []).find((one) => one.registration_id === row.id);
  const documents = tasks.flatMap((task) => (task.child_id === row.child_id ? (task.documents ?? []) : []));
  const result = results.find((one) => one.registration.id === row.id);
  const steps = railOf(row, {
    observation: observation ? `${observation.day}T12:00:00+07:00` : null,
    result: result?.published_at ?? null,
  });
  return (
    <Box as="article">
      <Head>
        <div>
          <h2>{row.child.full_name}</h2>
          <Quiet $small $figures>
            {levelText(row.jenjang, row.kelas)} ·{' '}
            <Text as="span" $whole>
              {row.registration_number}
            </Text>
          </Quiet>
        </div>
        <StatusTag tone={stageTone(row.current_stage, 'parent')}>{STAGE_LABELS[row.current_stage]}</StatusTag>
      </Head>
      <ProgressRail label={copy.way(name)} steps={steps} stateLabels={railCopy.states} />
      {observation && row.current_stage === 'obs_scheduled' ? (
        observation.slot ? (
          <Suspense fallback={<Appointment observation={observation} child={name} />}>
            <ChoosePart row={row} observation={observation} brief />
          </Suspense>
        ) : (
          <Appointment observation={observation} child={name} />
        )
      ) : null}
      {showsSeat(row) ? (
        <Suspense fallback={null}>
          <SeatPart registrationId={row.id} child={name} brief />
        </Suspense>
      ) : null}
      {documents.length > 0 ? (
        <Documents to={`/children/${row.child_id}/dokumen`}>
          {copy.documents(documents.length)}
          <b>{copy.seeDocuments}</b>
          <ChevronRight size={18} aria-hidden="true" />
        </Documents>
      ) : null}
      {result ? (
        <Letter to={`/hasil/${row.id}`}>
          {copy.letter(formatDayMonth(result.first_published_at ?? result.published_at))}
          {result.first_published_at ? ` · ${copy.corrected(formatDayMonth(result.published_at))}` : null}
          {news.includes(result) ? <StatusTag tone="info">{copy.isNew}</StatusTag> : null}
          <b>{copy.seeLetter}</b>
          <ChevronRight size={18} aria-hidden="true" />
        </Letter>
      ) : null}
    </Box>
  );
}
