import type { Sealer } from '@gerbang/service-kit/data/sealing';
import type { Bus } from '@gerbang/service-kit/events/bus';
import { UnreadableEvent } from '@gerbang/service-kit/events/bus-job';
import { readPayload } from '@gerbang/service-kit/events/consumers';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import type { PortalSchool } from './school/portal-school.ts';
import type { SessionStore } from './sessions/session-store.ts';

/**
 * Acts on the gateway's events: the school's new settings, and ended sessions, in case the service's response with the
 * session command never reached a gateway. Any gateway may get a job, so both are kept where all gateways read them.
 */
export function consumeEvents(
  bus: Bus,
  sealer: Sealer,
  { store, school }: { readonly store: SessionStore; readonly school: PortalSchool },
): void {
  bus.worker('gateway', async ({ type, id, sealed }) => {
    const payload = sealer.open(sealed, eventAad(type, id));
    if (type === 'school.changed') {
      await school.receive(readPayload(type, payload));
      return;
    }
    if (type !== 'sessions.revoked') throw new UnreadableEvent(`No handler for ${type}`);
    const { userId, epoch } = readPayload(type, payload);
    await store.revokeUser(userId, epoch);
  });
}
