import { heldRequestSchema, type MoneyRequest, moneyRequestSchema } from '@gerbang/contracts/money-requests';
import type { MoneyRequestKind } from '@gerbang/domain/money-requests';
import type { Role } from '@gerbang/domain/roles';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import { shown } from '@gerbang/service-kit/http/shown';
import type { Context } from '../context.ts';
import type { MoneyRequestRecord } from './money-requests.repository.ts';

export const noRequest = (): Problem => notFound('Permintaan tidak ditemukan');

/** A request as this account sees it; it is its own where another person has to agree. */
export function toMoneyRequest(
  { config }: Pick<Context, 'config'>,
  record: MoneyRequestRecord,
  viewerId: string,
): MoneyRequest {
  const { asked_by_name, asked_by_role, decided_by_name, decided_by_role } = record;
  return {
    ...shown(moneyRequestSchema, record),
    kind: record.kind as MoneyRequest['kind'],
    status: record.status as MoneyRequest['status'],
    number: record.number ?? undefined,
    figures: [...record.figures],
    registrations: [...record.registrations],
    asked_by: { name: asked_by_name, role: asked_by_role as Role },
    own: config.FOUR_EYES === 'on' && (record.first_ids ?? [record.asked_by_id]).includes(viewerId),
    decided_by: decided_by_role === null ? null : { name: decided_by_name, role: decided_by_role as Role },
  };
}

/** A request for a family's export. */
export const toHeldRequest = (record: MoneyRequestRecord) => ({
  ...shown(heldRequestSchema, record),
  kind: record.kind as MoneyRequestKind,
  status: record.status as MoneyRequest['status'],
});
