import { authorizationTable } from '../table.ts';
import { addressOf } from '../document.ts';
import { shown } from '../portal.ts';
import type { World } from '../world.ts';

/** Rows of calls that belong to no contract: the provider's webhook, health, and what lies behind the gateway. */
const OUTSIDE: Readonly<Record<string, readonly { method: string; target: string; status: number }[]>> = {
  X03: [
    {
      method: 'GET',
      target: '/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1',
      status: 403,
    },
    { method: 'POST', target: '/webhooks/whatsapp', status: 401 },
  ],
  X04: [
    { method: 'GET', target: '/healthz', status: 200 },
    { method: 'GET', target: '/readyz', status: 200 },
    { method: 'GET', target: '/metrics', status: 404 },
  ],
  X08: [{ method: 'POST', target: '/internal/files/claim', status: 404 }],
};

/** No route without a row and no row without a route; addresses beside those of the table are not there. */
export async function sweepRoutes({ portal }: World, sample = 1): Promise<number> {
  const rows = new Map(authorizationTable().map((row) => [row.id, row]));
  let count = 0;
  const fault = (operation: string, what: string, answer = '') =>
    portal.report('rows and routes', what, { operation, caller: 'anon', input: '', answer });
  for (const { id, method, path } of portal.operations) {
    const row = rows.get(id);
    if (!row) fault(id, 'a route without a row');
    else if (row.method !== method || row.path !== path)
      fault(id, `${method} ${path} is ${row.method} ${row.path} in its row`);
  }
  const routed = new Set(portal.operations.map(({ id }) => id));
  for (const { id } of rows.values()) {
    if (!routed.has(id) && !OUTSIDE[id]) fault(id, 'a row without a route');
  }
  async function expectStatus(
    id: string,
    method: string,
    target: string,
    wanted: readonly number[],
  ): Promise<void> {
    count += 1;
    const writes = method !== 'GET';
    const headers = { origin: portal.url, 'content-type': 'application/json' };
    const answer = await portal.client.send({
      method,
      target,
      headers: writes ? headers : {},
      ...(writes && { body: '{}' }),
    });
    // A page's address is answered by the page, which then says that it knows none of the kind.
    const page =
      String(answer.headers['content-type']).startsWith('text/html') && !target.startsWith('/api/');
    if (page || wanted.includes(answer.status)) return;
    fault(id, `${method} ${target} → ${answer.status} instead of ${wanted.join(' or ')}`, shown(answer));
  }
  for (const [id, probes] of Object.entries(OUTSIDE)) {
    for (const { method, target, status } of probes) await expectStatus(id, method, target, [status]);
  }
  for (const [at, { id, method, path, params }] of portal.operations.entries()) {
    if (at % sample !== 0) continue;
    const target = addressOf(path, Object.fromEntries(params.map(({ name }) => [name, 'x'])));
    // With a slash a list may be taken for one of its objects, whose id is empty: nobody is let in, nothing is found.
    await expectStatus(id, method, `${target}/`, [401, 404, 405]);
    await expectStatus(id, method, `${target}/isian/lain`, [404]);
    await expectStatus(id, method, target.toUpperCase(), [404, 405]);
  }
  return count;
}
