import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { written } from './validation.ts';

/** Items that are worked on before other calls have their turn. */
const PIECE = 100;

/** The items as `work` makes them; between pieces other calls have their turn, of so many milliseconds in work that no caller waits for. */
export async function mapLong<Item, Made>(
  items: readonly Item[],
  work: (item: Item) => Made,
  restMs = 0,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % PIECE === 0) await (restMs > 0 ? rest(restMs) : turn());
    made.push(work(item));
  }
  return made;
}

const send = (reply: FastifyReply, json: string) => reply.type('application/json; charset=utf-8').send(json);

async function listJson(element: z.ZodType, items: readonly unknown[], url: string): Promise<string> {
  return `[${(await mapLong(items, (item) => written(element, item, url))).join()}]`;
}

/**
 * Sends a list of the contract that may be thousands of items long. Validated and written at once, 2,000 of them held every
 * other call up for a tenth of a second.
 */
export async function sendLongList<Item extends z.ZodType>(
  reply: FastifyReply,
  schema: z.ZodArray<Item>,
  items: readonly z.input<Item>[],
): Promise<FastifyReply> {
  return send(reply, await listJson(schema.element, items, reply.request.routeOptions.url ?? ''));
}

/** Sends an object of the contract whose field `name` is such a list. */
export async function sendWithLongList<S extends z.ZodObject>(
  reply: FastifyReply,
  schema: S,
  name: {
    [Field in keyof S['shape']]: S['shape'][Field] extends z.ZodArray ? Field : never;
  }[keyof S['shape']],
  answer: z.input<S>,
): Promise<FastifyReply> {
  const url = reply.request.routeOptions.url ?? '';
  const { [name]: items, ...others } = answer as Record<PropertyKey, unknown>;
  const { [name as string]: list, ...shape } = schema.shape as Record<string, z.ZodType>;
  const head = written(z.object(shape), others, url).slice(0, -1);
  const comma = head === '{' ? '' : ',';
  const tail = await listJson((list as z.ZodArray<z.ZodType>).element, items as readonly unknown[], url);
  return send(reply, `${head}${comma}${JSON.stringify(name)}:${tail}}`);
}
