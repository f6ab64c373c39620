import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Control } from './control.ts';
import type { DeliveryStatus, InboxMessage } from './inbox.ts';

/** Two minutes; Meta goes on for days. */
const TRIES = 60;
const LONGEST_PAUSE_MS = 2000;
const LATE = 10;
const TIMEOUT_MS = 5000;
const ORDER = ['sent', 'delivered', 'read'] as const;

export interface WebhookTarget {
  readonly url: string | (() => string);
  readonly appSecret: string;
  readonly phoneNumberId: string;
}

/** Meta's signature of a webhook, over the exact bytes. */
export function signWebhook(body: string | Buffer, appSecret: string | KeyObject): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

/** One status report in Meta's envelope. */
export function statusEnvelope(
  phoneNumberId: string,
  report: { wamid: string; status: string; to: string; reference: string | null; errorCode?: number },
): string {
  const status = {
    id: report.wamid,
    status: report.status,
    timestamp: String(Math.floor(Date.now() / 1000)),
    recipient_id: report.to.replace('+', ''),
    ...(report.reference !== null && { biz_opaque_callback_data: report.reference }),
    ...(report.errorCode !== undefined && {
      errors: [{ code: report.errorCode, title: 'Simulated failure', message: 'Simulated failure' }],
    }),
  };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '620000000000', phone_number_id: phoneNumberId },
    statuses: [status],
  };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '0', changes: [{ value, field: 'messages' }] }],
  });
}

/** Reports the delivery of accepted messages to the portal, and retries until it accepts the report, as Meta does. */
export function createWebhooks(target: WebhookTarget, control: Control, logger: Logger) {
  const closing = new AbortController();
  const poster = createPoster();
  const appSecret = createSecretKey(Buffer.from(target.appSecret));
  const running = new Set<Promise<void>>();

  async function post(body: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const url = typeof target.url === 'string' ? target.url : target.url();
        const status = await poster.post(url, body, {
          'x-hub-signature-256': signWebhook(body, appSecret),
        });
        if (status >= 200 && status < 300) {
          control.count('webhooks');
          return;
        }
        throw new Error(`The webhook returned ${status}`);
      } catch (error) {
        if (closing.signal.aborted) return;
        if (attempt === TRIES) {
          logger.warn({ err: error }, 'webhook given up');
          return;
        }
        await pause(Math.min(250 * 2 ** attempt, LONGEST_PAUSE_MS));
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: closing.signal }).catch((error: unknown) => {
      if (!closing.signal.aborted) throw error;
    });
  }

  async function report(message: InboxMessage): Promise<void> {
    const { webhooks: mode, pauseMs } = control.state();
    const failure = control.nextFailure(message.to);
    const statuses: DeliveryStatus[] = failure ? ['failed'] : [...ORDER];
    if (mode === 'none') return;
    if (mode === 'reversed') statuses.reverse();
    if (mode === 'late') await pause(pauseMs * LATE);
    for (const status of statuses) {
      await pause(pauseMs);
      if (closing.signal.aborted) return;
      if (mode !== 'reversed' || status === 'read') message.status = status;
      const { wamid, to, reference } = message;
      const body = statusEnvelope(target.phoneNumberId, {
        wamid,
        status,
        to,
        reference,
        ...(failure && { errorCode: failure.code }),
      });
      await post(body);
      if (mode === 'twice') await post(body);
    }
  }

  function run(send: Promise<void>): void {
    const work = send
      .catch((error: unknown) => logger.error({ err: error }, 'webhook failed'))
      .finally(() => running.delete(work));
    running.add(work);
  }

  return {
    start: (message: InboxMessage): void => run(report(message)),
    /** Sends this body, twice where reports come twice. */
    notify(body: string): void {
      run(control.state().webhooks === 'twice' ? post(body).then(() => post(body)) : post(body));
    },
    async close(): Promise<void> {
      closing.abort();
      poster.close();
      await Promise.all(running);
    },
  };
}

/**
 * Posts JSON over connections that stay open. Three webhooks follow each message: with one fetch each, the simulator used
 * as much CPU as the worker that is measured with it.
 */
function createPoster() {
  const options = { keepAlive: true };
  const clear = new http.Agent(options);
  const sealed = new https.Agent(options);

  return {
    /** Returns the status. */
    post(url: string, body: string, headers: Record<string, string>): Promise<number> {
      const secure = url.startsWith('https:');
      return new Promise((resolve, reject) => {
        const request = (secure ? https : http).request(
          url,
          {
            method: 'POST',
            agent: secure ? sealed : clear,
            timeout: TIMEOUT_MS,
            headers: {
              ...headers,
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            },
          },
          (response) => {
            response.once('error', reject);
            response.once('end', () => resolve(response.statusCode ?? 0));
            response.resume();
          },
        );
        request.once('timeout', () => request.destroy(new Error('The webhook got no response in time')));
        request.once('error', reject);
        request.end(body);
      });
    },
    /** Ends all connections; requests under way fail. */
    close(): void {
      clear.destroy();
      sealed.destroy();
    },
  };
}
