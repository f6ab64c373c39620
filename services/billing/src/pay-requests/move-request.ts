import { PAY_REQUEST_MACHINE } from '@gerbang/domain/pay-requests';
import { edgeFor } from '@gerbang/domain/transitions';
import { type Actor, changeWithTrail } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { type PayRow, requestChange, type RequestColumns } from './pay-requests.repository.ts';

type Edge = (typeof PAY_REQUEST_MACHINE.edges)[number];

/**
 * Moves a request along an edge, with its trail, in one statement; undefined, with nothing written, where it has none. One that
 * is not locked may have changed since it was read: undefined then too.
 */
export async function moveRequest(
  db: Db,
  present: PayRow,
  { action, by }: Pick<Edge, 'action' | 'by'>,
  {
    actor,
    origin,
    columns = {},
    details = {},
    locked = true,
  }: {
    readonly actor: Actor | null;
    readonly origin?: Caller['origin'];
    readonly columns?: RequestColumns;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly locked?: boolean;
  },
): Promise<PayRow | undefined> {
  const edge = edgeFor(PAY_REQUEST_MACHINE, present.status, { action, by });
  if (!edge) return undefined;
  const [moved] = await changeWithTrail<PayRow>(
    db,
    requestChange(db, present, { ...columns, status: edge.to }),
    {
      action: `pay_request.${edge.to}`,
      actor,
      subject: present.id,
      details: {
        request_no: present.request_no,
        request_status: { from: present.status, to: edge.to },
        ...details,
      },
      ...(origin && { origin }),
    },
  );
  if (!moved && locked) throw new Error('A pay request changed under its lock');
  return moved;
}
