import { type ResultCorrection, resultCorrectionSchema } from '@gerbang/contracts/result-corrections';
import { can } from '@gerbang/domain/abilities';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import { shown } from '@gerbang/service-kit/http/shown';
import type { Viewer } from '../announcements/announcements.view.ts';
import type { Context } from '../context.ts';
import type { CorrectionRecord } from './result-corrections.repository.ts';

export const noCorrection = (): Problem => notFound('Koreksi tidak ditemukan');

/** A correction with what the viewer may do now. */
export function toResultCorrection(
  { config }: Pick<Context, 'config'>,
  viewer: Viewer,
  record: CorrectionRecord,
): ResultCorrection {
  const { asked_by_id, asked_by_name, asked_by_role, decided_by_name, decided_by_role } = record;
  const waits = record.status === 'waits';
  const approves = can(viewer.role, 'announcements.publish');
  const other = config.FOUR_EYES === 'off' || asked_by_id !== viewer.id;
  return {
    ...shown(resultCorrectionSchema, record),
    asked_by: { name: asked_by_name, role: asked_by_role },
    decided_by: decided_by_role === null ? null : { name: decided_by_name, role: decided_by_role },
    may: [
      ...(waits && approves && other ? (['approve'] as const) : []),
      ...(waits && can(viewer.role, 'result_corrections.ask') ? (['withdraw'] as const) : []),
    ],
  };
}
