import * as calls from '@gerbang/contracts/dapodik';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withBody } from '@gerbang/service-kit/http/use-cases';
import { askFamilies } from './ask-families.ts';
import { dapodikFile, dapodikState } from './dapodik-state.ts';
import { giveDapodik, ownDapodik } from './own-dapodik.ts';

/** The hand-over of accepted children to Dapodik, and the family's part of it. */
export function dapodikRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, calls.readDapodik, ({ query }) => dapodikState(context, query));
  mountListFile(app, verifier, calls.exportDapodik, context, ({ identity, request, query }) =>
    dapodikFile(context, callerOf(identity, request), query),
  );
  mount(app, verifier, calls.askForDapodik, withBody(context, askFamilies));
  mount(app, verifier, calls.readDapodikData, ({ identity }) => ownDapodik(context, identity.sub));
  mount(app, verifier, calls.giveDapodikData, withBody(context, giveDapodik));
}
