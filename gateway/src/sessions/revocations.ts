import { eventSchemas } from '@gerbang/contracts/events';
import type { Bus } from '@gerbang/service-kit/events/bus';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import type { SessionStore } from './session-store.ts';

/** Deletes sessions by event too, in case the service's response with the session command never reached a gateway. */
export function consumeRevocations(bus: Bus, sealer: Sealer, store: SessionStore): void {
  bus.worker('gateway', async (job) => {
    const payload = eventSchemas['sessions.revoked'].parse(
      sealer.open(job.sealed, eventAad(job.type, job.id)),
    );
    await store.revokeUser(payload.userId, payload.epoch);
  });
}
