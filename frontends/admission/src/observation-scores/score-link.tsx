import { SHEET_STAGES } from '@gerbang/domain/observation-scores';
import type { Stage } from '@gerbang/domain/registration-stages';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { scoreCopy as copy } from './scores.copy.ts';

/** To the sheet about a child, for those who write one while it is open. */
export function ScoreLink({ of }: { of: { readonly id: string; readonly current_stage: Stage } }) {
  const scores = useCan('scores.own');
  return scores && SHEET_STAGES.includes(of.current_stage) ? (
    <Link to={`/admin/scores/${of.id}`}>{copy.link}</Link>
  ) : null;
}
