import { createHash } from 'node:crypto';
import { getConfig, type SchoolConfig } from '@gerbang/contracts/school';
import { QRIS_MAX } from '@gerbang/domain/pay-requests';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { payChannels } from '@gerbang/service-kit/snap/pay-config';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { liveTypes } from '../child-documents/document-types.repository.ts';
import type { Context } from '../context.ts';
import type { OwnVersion } from '../school-record/current-school.ts';
import { keptFor } from './kept.ts';

/** Types of documents are read once in so long. */
const KEPT_MS = 2000;

/** How families pay through a provider; undefined where they do not. */
function gatewayOf(config: Config): SchoolConfig['gateway'] {
  const channels = payChannels(config);
  if (channels.length === 0) return undefined;
  const banks = config.PAY_BANKS ?? [];
  return {
    channels: [...channels],
    banks: banks.map(({ code, name }) => ({ code, name })),
    qris_max: QRIS_MAX,
  };
}

/** The response of a version beside these documents; made once, because every screen asks for it. */
function responseOf(
  { settings, account_changed_at: changed }: OwnVersion,
  documents: readonly string[],
  gateway: SchoolConfig['gateway'],
) {
  const config = {
    ...settings,
    account_changed_at: changed?.toISOString() ?? null,
    ...(documents.length > 0 && { documents }),
    ...(gateway && { gateway }),
  };
  const body = JSON.stringify(getConfig.response[200].parse(config));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/** Configuration for screens, the same for every caller; it is answered from memory. */
export function schoolRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { school, database, now } = context;
  const gateway = gatewayOf(context.config);
  const documentsOf = keptFor(KEPT_MS, now, async () =>
    (await liveTypes(database.knex)).map(({ label }) => label),
  );
  let of: { readonly version: OwnVersion; readonly documents: readonly string[] } | undefined;
  let response: ReturnType<typeof responseOf>;

  mount(app, verifier, getConfig, async ({ request, reply }) => {
    // Without the database the configuration is still answered, with what was read last.
    const documents = await documentsOf().catch(() => of?.documents ?? []);
    if (of?.version !== school.held || of.documents !== documents) {
      of = { version: school.held, documents };
      response = responseOf(school.held, documents, gateway);
    }
    const { body, etag } = response;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}
