import { eventSchemas } from '@gerbang/contracts/events';
import type { Bus } from '@gerbang/service-kit/events/bus';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import type { SessionStore } from './sessions/session-store.ts';

/** The net under revocation: the event ends the sessions also when the answer never reached this gateway. */
export function consumeRevocations(bus: Bus, sealer: Sealer, store: SessionStore): void {
  bus.worker('gateway', async (job) => {
    const payload = eventSchemas['sessions.revoked'].parse(
      sealer.open(job.sealed, eventAad(job.type, job.id)),
    );
    await store.revokeUser(payload.userId, payload.epoch);
  });
}
