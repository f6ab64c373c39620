import { PAY_REQUEST_MACHINE } from '@gerbang/domain/pay-requests';
import { edgeFor } from '@gerbang/domain/transitions';
import { type Actor, audit } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import { type PayRow, updateRequest } from './pay-requests.repository.ts';

type Edge = (typeof PAY_REQUEST_MACHINE.edges)[number];
type Columns = Parameters<typeof updateRequest>[2];

/** Moves a locked request along an edge, with its trail; undefined, with nothing written, where it has none. */
export async function moveRequest(
  trx: Knex.Transaction,
  present: PayRow,
  { action, by }: Pick<Edge, 'action' | 'by'>,
  {
    actor,
    origin,
    columns = {},
    details = {},
  }: {
    readonly actor: Actor | null;
    readonly origin?: Caller['origin'];
    readonly columns?: Columns;
    readonly details?: Readonly<Record<string, unknown>>;
  },
): Promise<PayRow | undefined> {
  const edge = edgeFor(PAY_REQUEST_MACHINE, present.status, { action, by });
  if (!edge) return undefined;
  const moved = await updateRequest(trx, present, { ...columns, status: edge.to });
  await audit(trx, {
    action: `pay_request.${edge.to}`,
    actor,
    subject: present.id,
    details: {
      request_no: present.request_no,
      request_status: { from: present.status, to: edge.to },
      ...details,
    },
    ...(origin && { origin }),
  });
  return moved;
}
