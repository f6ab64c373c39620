import { getMessagesReport } from '@gerbang/contracts/reports';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { keptAnswers } from '@gerbang/service-kit/http/kept-answers';
import { mount } from '@gerbang/service-kit/http/mount';
import type { App } from '@gerbang/service-kit/http/server';
import type { Context } from '../context.ts';
import { messagesReport } from './messages-report.ts';

/** The report of messages: sums of daily counts, at most a minute old. */
export function reportsRoutes(app: App, verifier: Verifier, context: Context): void {
  const send = keptAnswers();
  mount(app, verifier, getMessagesReport, ({ identity, request, reply, query }) =>
    send(request, reply, [identity.role, query], () => messagesReport(context, query)),
  );
}
