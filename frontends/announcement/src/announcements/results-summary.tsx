import type { Announcement, AnnouncementResult } from '@gerbang/contracts/announcement.types';
import { SKIP_LABELS } from '@gerbang/domain/announcements';
import { Banner } from '@gerbang/ui/banner';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useId } from 'react';
import { styled } from 'styled-components';
import { levelText } from '@gerbang/web-kit/format';
import { confirmCopy as copy } from './announcements.copy.ts';

const Names = styled.section`
  display: grid;
  gap: 8px;
  h3 {
    font-size: 1rem;
    line-height: 1.5;
  }
  ol {
    max-height: 40vh;
    margin: 0;
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

const Obstacles = styled.ul`
  margin: 4px 0 0;
  padding-inline-start: 20px;
  list-style: disc;
`;

function NameList({ title, results }: { title: string; results: readonly AnnouncementResult[] }) {
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
            <small>{levelText(result.registration.jenjang, result.registration.kelas)}</small>
          </li>
        ))}
      </ol>
    </Names>
  );
}

/** Counts, the names of those not accepted, and what would not be applied. */
export function ResultsSummary({
  announcement,
  unseen,
}: {
  announcement: Announcement;
  /** How many were not looked at, where that is known. */
  unseen: number;
}) {
  const { results } = announcement;
  const failed = results.filter(({ result }) => result === 'failed');
  const stopped = results.filter(({ obstacle }) => obstacle !== null);
  return (
    <>
      <SummaryList
        rows={[
          { label: copy.total, value: results.length.toLocaleString('id-ID') },
          { label: copy.passed, value: (results.length - failed.length).toLocaleString('id-ID') },
          { label: copy.failed, value: failed.length.toLocaleString('id-ID') },
        ]}
      />
      {failed.length === 0 ? (
        <p>{copy.allPassed}</p>
      ) : (
        <NameList title={copy.names(failed.length)} results={failed} />
      )}
      {stopped.length > 0 ? (
        <Banner tone="attention">
          <p>{copy.obstacles(stopped.length)}</p>
          <Obstacles>
            {stopped.map(({ id, child, obstacle }) => (
              <li key={id}>
                {child.full_name}: {obstacle && SKIP_LABELS[obstacle]}
              </li>
            ))}
          </Obstacles>
        </Banner>
      ) : null}
      {unseen > 0 ? <Banner tone="attention">{copy.unseen(unseen)}</Banner> : null}
    </>
  );
}
