import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { Quiet } from '@gerbang/ui/layout';
import { LinkRow, LinkRows } from '@gerbang/ui/link-rows';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDayMonth } from '@gerbang/web-kit/page/days';
import { levelText } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { ChevronRight } from 'lucide-react';
import { resultCopy as copy } from './result.copy.ts';

/** Results as rows that lead to them, without saying what they are; `fresh` = those that were not opened yet. */
export function ResultRows({
  label,
  results,
  fresh,
}: {
  label: string;
  results: readonly OwnResult[];
  fresh: readonly OwnResult[];
}) {
  return (
    <LinkRows aria-label={label}>
      {results.map((row) => (
        <LinkRow key={row.id}>
          <div>
            <Link to={`/hasil/${row.registration.id}`}>{row.child.full_name}</Link>
            <Quiet $small $figures>
              {levelText(row.jenjang, row.registration.kelas)} · {formatDayMonth(row.published_at)}
            </Quiet>
          </div>
          {fresh.includes(row) ? <StatusTag tone="info">{copy.isNew}</StatusTag> : null}
          <ChevronRight size={20} aria-hidden="true" />
        </LinkRow>
      ))}
    </LinkRows>
  );
}
