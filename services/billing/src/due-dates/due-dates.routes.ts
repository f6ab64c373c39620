import { changeDueDate as call } from '@gerbang/contracts/due-dates';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeDueDate } from './change-due-date.ts';

/** The call that moves a due day. */
export function dueDatesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, call, withId(context, changeDueDate));
}
