import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { anyQuery, expectOneShape } from '@gerbang/service-kit/testing/any-input';
import {
  authorizationSuite,
  rowVersions,
  UNKNOWN_ID,
  type SweptDoor,
} from '@gerbang/service-kit/testing/authorization-suite';
import { type Caller, scriptedProvider, silentBus, startWorker } from './harness.ts';

/** Status of an allowed call with an unknown id. */
const ALLOWED: Readonly<Record<string, number>> = {
  W01: 200,
  F12: 200,
  W02: 200,
  W03: 404,
  W04: 404,
  W05: 404,
  W06: 200,
  F06: 200,
  W07: 200,
  W08: 404,
  // Without an `Idempotency-Key`.
  W09: 400,
  W10: 400,
  W11: 200,
  N12: 200,
  N13: 404,
  T05: 200,
  M10: 200,
  O01: 200,
  M01: 200,
  M02: 200,
  M04: 200,
  M05: 200,
};
const BODIES = {
  W10: { until: '2026-11-28T00:00:00.000Z' },
  W11: { account_ids: [UNKNOWN_ID] },
  N13: { message_id: UNKNOWN_ID },
  M02: { all: true },
  M05: { kinds: [{ kind: 'stage_changed', channel: 'whatsapp' }] },
};
const QUERY = [
  'search',
  'sort',
  'limit',
  'cursor',
  'kind',
  'status',
  'recipient',
  'from',
  'to',
  'actor_id',
  'action',
  '__proto__',
];

type Board = SweptDoor<Caller> & { readonly worker: Awaited<ReturnType<typeof startWorker>> };

/** The board of a worker that has one message, as the sweep wants a door. */
async function openBoard(): Promise<Board> {
  const worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
  await worker.ask();
  return {
    worker,
    app: worker.service.app as Board['app'],
    call: (id, caller, { params, headers, body }) =>
      worker.call(id, caller, { id: params?.id, headers, body }),
    caller: (role) => worker.account(role),
    headers: (caller, { mcp }) => worker.headers(caller, mcp),
    identityFor: worker.identityFor,
    close: () => worker.stop(),
  };
}

authorizationSuite<Caller, Board>(
  {
    service: 'notification',
    allowed: ALLOWED,
    params: { id: UNKNOWN_ID },
    bodies: BODIES,
    open: openBoard,
    fingerprint: ({ worker }) =>
      rowVersions(['notifications', 'inbox', 'family_contacts', 'message_settings', 'audit_events'])({
        database: worker,
      }),
  },
  ({ door, as }) => {
    const worker = () => door().worker;

    test('when query, id or headers are anything, then it is never a 5xx and always the one shape', async () => {
      const admin = as('admin');
      const header = fc.constantFrom('', '"1"', 'W/"0"', '*', '"99999999999"', 'x', '-1');
      await fc.assert(
        fc.asyncProperty(
          anyQuery(QUERY, 'failed', '\uD800'),
          fc.oneof(fc.uuid(), fc.string({ maxLength: 40 })),
          header,
          fc.oneof(fc.constant('kunci-panjang-1'), fc.constantFrom('', 'x', 'é', 'a b')),
          async (query, id, ifMatch, key) => {
            const headers = { 'if-match': ifMatch, 'idempotency-key': key };
            const answers = [
              ...(await Promise.all(
                ['W01', 'W02', 'W06', 'W07'].map((call) => worker().call(call, admin, { query })),
              )),
              ...(await Promise.all(
                ['W03', 'W04', 'W05', 'W08', 'W09', 'W10'].map((call) =>
                  worker().call(call, admin, { id: encodeURIComponent(id.toWellFormed()), headers }),
                ),
              )),
            ];
            for (const answer of answers) expectOneShape(answer, [query, id]);
          },
        ),
        { numRuns: runs(120, { plain: 6 }) },
      );
    });
  },
);
