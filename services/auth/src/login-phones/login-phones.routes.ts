import { normalizePhone } from '@gerbang/contracts/phone';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { claimLoginPhone, releaseLoginPhone } from './login-phones.usecases.ts';

const profile = z.strictObject({ userId: z.uuid(), version: z.int().min(1) });
const claim = profile.extend({
  phone: z.string().refine((text) => normalizePhone(text) === text, 'Nomor telepon tidak valid'),
});

/** Calls of other services: the profile's number, on which auth decides as a login identifier. */
export function internalRoutes(app: FastifyInstance, key: string, context: Context): void {
  mountInternal(app, { key, path: '/internal/login-phones/claim', body: claim }, async (body, origin) => {
    await claimLoginPhone(context, body, origin);
    return {};
  });

  mountInternal(app, { key, path: '/internal/login-phones/release', body: profile }, async (body, origin) => {
    await releaseLoginPhone(context, body, origin);
    return {};
  });
}
