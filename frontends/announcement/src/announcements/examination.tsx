import type { Announcement, AnnouncementResult } from '@gerbang/contracts/announcement-shapes';
import { Stack } from '@gerbang/ui/layout';
import { Banner } from '@gerbang/ui/banner';
import { Checkbox } from '@gerbang/ui/checkbox';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { useId } from 'react';
import { styled } from 'styled-components';
import { examinationCopy as copy } from './announcements.copy.ts';
import { markOf } from './child-name.tsx';

export const Names = styled.section`
  display: grid;
  gap: 8px;
  h3 {
    font-size: 1rem;
  }
  ol {
    max-height: 40vh;
    padding: 12px 16px 12px 40px;
    overflow: auto;
    border: 1px solid var(--border-subtle);
    border-radius: 10px;
    list-style: decimal;
    font-feature-settings: 'tnum';
  }
  li {
    padding-block: 2px;
  }
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

/** Children by name, with what tells namesakes apart. */
export function NameList({ title, results }: { title: string; results: readonly AnnouncementResult[] }) {
  const id = useId();
  return (
    <Names aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {/* Scrolled by the keyboard where it is long. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol tabIndex={0} aria-labelledby={id}>
        {results.map((result) => (
          <li key={result.id}>
            {result.child.full_name}{' '}
            <small>{markOf({ child: result.child, number: result.registration.registration_number })}</small>
          </li>
        ))}
      </ol>
    </Names>
  );
}

/** The results without an examination. */
export const unexaminedOf = ({ results }: Pick<Announcement, 'results'>): AnnouncementResult[] =>
  results.filter(({ checked }) => checked === null);

/** `Siti Nurhaliza, Budi`: who examined, each once. */
function examinersOf({ results }: Announcement): string {
  const names = results.flatMap(({ checked }) => (checked ? [checked.by.name ?? copy.unnamed] : []));
  return [...new Set(names)].join(', ');
}

/** How many results were examined and by whom, who vouched for the others, and their names. */
export function Examination({ announcement }: { announcement: Announcement }) {
  const { results, examined_outside: vouched } = announcement;
  const missed = unexaminedOf(announcement);
  if (results.length === 0) return null;
  const examined = results.length - missed.length;
  return (
    <>
      <Banner tone={missed.length > 0 ? 'attention' : 'success'}>
        <p>{examined > 0 ? copy.examined(examined, results.length, examinersOf(announcement)) : copy.none}</p>
        {vouched ? <p>{copy.vouched(vouched.by.name ?? copy.unnamed, formatMoment(vouched.at))}</p> : null}
      </Banner>
      {missed.length > 0 ? <NameList title={copy.names(missed.length)} results={missed} /> : null}
    </>
  );
}

/** Before a submission: who was not examined, the way back to them, and the statement that they were elsewhere. */
export function UnexaminedQuestion({
  announcement,
  results,
  stated,
  onState,
  onExamine,
}: {
  announcement: Pick<Announcement, 'id'>;
  results: readonly AnnouncementResult[];
  stated: boolean;
  onState: (stated: boolean) => void;
  onExamine: () => void;
}) {
  const untouched = results.every(({ result }) => result === 'passed');
  return (
    <Stack $gap={12}>
      <Banner tone="attention">
        <strong>{copy.missed(results.length)}</strong> {untouched ? copy.stillPassed : null}
      </Banner>
      <NameList title={copy.names(results.length)} results={results} />
      <div>
        <LinkButton
          to={`/admin/announcements/edit/${announcement.id}?lihat=unseen`}
          $variant="secondary"
          onClick={onExamine}
        >
          {copy.examineNow}
        </LinkButton>
      </div>
      <Checkbox label={copy.statement} checked={stated} onChange={({ target }) => onState(target.checked)} />
    </Stack>
  );
}
