import { BANK_WORDS } from '@gerbang/domain/registration-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Card, CardTitle } from '@gerbang/ui/card';
import { CellPair, Quiet, Row } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import type { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { formatDateShort, formatRupiah, formatTime } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { styled } from 'styled-components';
import { dashboardCopy as copy, RECENT_WORDS } from './staff-dashboard.copy.ts';

/** Two lines each: with more, the last would stand below the first screen of an office. */
const SHOWN = 4;

const List = styled.ol`
  margin-block-start: 4px;
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  li {
    display: grid;
    grid-template-columns: 48px minmax(0, 1fr) auto;
    gap: 2px 12px;
    align-items: center;
    padding-block: 6px;
    border-block-start: 1px solid var(--border-subtle);
  }
  time,
  small {
    color: var(--text-secondary);
    font-size: inherit;
  }
  /* A long name takes a line more. */
  small {
    white-space: normal;
  }
`;

const Reload = styled.button`
  min-height: 24px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--text-link);
  text-decoration: underline;
  text-underline-offset: 3px;
  @media print {
    display: none;
  }
`;

const timeText = (at: string) =>
  jakartaDay(new Date(at)) === jakartaDay(new Date())
    ? formatTime(new Date(at))
    : formatDateShort(at).split(' ').slice(0, 2).join(' ');

/** 'Baru saja': who did what, of what the role may see. */
export function RecentCard({ dashboard }: { dashboard: ReturnType<typeof useDashboard> }) {
  const { data } = dashboard;
  const events = [...(data?.admission?.staff?.recent ?? []), ...(data?.billing?.staff?.recent ?? [])]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN);
  return (
    <Card>
      <Row $justify="between" $align="baseline">
        <CardTitle>{copy.recent}</CardTitle>
        <Quiet $small $figures>
          {copy.dataAt(formatTime(dashboard.dataUpdatedAt))} ·{' '}
          <Reload type="button" onClick={() => void dashboard.refetch()}>
            {copy.reload}
          </Reload>
        </Quiet>
      </Row>
      {events.length === 0 ? (
        <Quiet>{copy.recentNone}</Quiet>
      ) : (
        <List>
          {events.map(({ id, kind, at, actor, child, number, jenjang, amount, from_bank: fromBank }) => {
            const { text, tag } = RECENT_WORDS[kind];
            const words = `${actor?.name ?? copy.system} ${text}${fromBank ? ` ${BANK_WORDS}` : ''}`;
            return (
              <li key={id}>
                <time dateTime={at}>{timeText(at)}</time>
                <CellPair>
                  <span title={words}>{words}</span>
                  <small>
                    {[child, levelLabel(jenjang), number, amount === null ? '' : formatRupiah(amount)]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </CellPair>
                {tag ? <StatusTag tone={tag.tone}>{tag.word}</StatusTag> : <span />}
              </li>
            );
          })}
        </List>
      )}
    </Card>
  );
}
