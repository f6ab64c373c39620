import * as calls from '@gerbang/contracts/counter';
import { COUNTER_TOKEN_HEADER } from '@gerbang/domain/counter';
import { type Caller, callerOf } from '@gerbang/service-kit/http/caller';
import { openedFamily } from '@gerbang/service-kit/http/counter-token';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount, type SessionIdentity } from '@gerbang/service-kit/http/mount';
import { forbidden } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { changeChild } from '../children/change-child.ts';
import { createChild } from '../children/create-child.ts';
import type { Context } from '../context.ts';
import { changeParent } from '../parents/change-parent.ts';
import { createRegistration } from '../registrations/create-registration.ts';
import { withBody } from '@gerbang/service-kit/http/use-cases';
import { allUnchecked, confirmOwn, ownSections } from './check-sections.ts';
import { childAtCounter, profileAtCounter } from './counter-card.ts';
import { findFamilies } from './find-families.ts';
import { openFamily } from './open-family.ts';

/** The calls at the counter, and the family's check of what was entered there. */
export function counterRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const openOf = (identity: SessionIdentity, request: FastifyRequest): string | null =>
    openedFamily(
      context.config.INTERNAL_KEY,
      identity.sub,
      request.headers[COUNTER_TOKEN_HEADER],
      context.now(),
    );

  /** The caller as it acts for the family that its token opens; 403 without a token of its own, or for another family. */
  function actingFor(identity: SessionIdentity, request: FastifyRequest, wanted?: string): Caller {
    const family = openOf(identity, request);
    if (family === null || (wanted !== undefined && family !== wanted)) {
      throw forbidden(
        'Keluarga ini belum dibuka, atau waktu 30 menitnya habis. Buka lagi dengan tanggal lahir anak atau nomor pendaftaran.',
        'not_opened',
      );
    }
    return { ...callerOf(identity, request), family };
  }

  mount(app, verifier, calls.findCounterFamilies, ({ identity, request, query }) =>
    findFamilies(context, callerOf(identity, request), query.q, openOf(identity, request)),
  );
  mount(app, verifier, calls.openCounterFamily, ({ identity, request, params, body }) =>
    openFamily(context, callerOf(identity, request), params.userId, body),
  );
  mount(app, verifier, calls.putCounterProfile, async ({ identity, request, params, body }) =>
    profileAtCounter(await changeParent(context, actingFor(identity, request, params.userId), body)),
  );
  mount(app, verifier, calls.addCounterChild, async ({ identity, request, params, body }) =>
    childAtCounter(await createChild(context, actingFor(identity, request, params.userId), body), true),
  );
  mount(app, verifier, calls.putCounterChild, async ({ identity, request, params, body }) =>
    childAtCounter(await changeChild(context, actingFor(identity, request), params.id, body), true),
  );
  mount(app, verifier, calls.addCounterRegistration, ({ identity, request, params, body }) =>
    createRegistration(context, actingFor(identity, request, params.userId), body),
  );
  mount(app, verifier, calls.listCheckedSections, ({ identity }) => ownSections(context, identity.sub));
  mount(app, verifier, calls.confirmSections, withBody(context, confirmOwn));
  mount(app, verifier, calls.listUncheckedSections, async ({ reply }) => {
    const { sections, total } = await allUnchecked(context);
    reply.header('x-total-count', total);
    return sections;
  });
}
