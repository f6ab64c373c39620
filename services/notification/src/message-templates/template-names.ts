import type { AnyKind } from '@gerbang/contracts/message-kinds';
import { MESSAGE_TEMPLATES } from '@gerbang/contracts/message-templates';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { isLetterKind } from '@gerbang/contracts/letter-templates';
import { approvedNames } from './template-states.repository.ts';

/** A new version is used within this time after its approval. */
const KEPT_MS = 10_000;

/**
 * The registered name by which a kind is sent: its newest approved version, else the name without a version. It never
 * fails: by then the message is marked as being sent.
 */
export function createTemplateNames(
  database: Database,
  logger: Logger,
  clock: () => number = () => performance.now(),
): (kind: AnyKind) => Promise<string> {
  let names: ReadonlyMap<AnyKind, string> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    readAt = clock();
    try {
      names = new Map((await approvedNames(database)).map(({ kind, name }) => [kind, name]));
    } catch (error) {
      logger.warn({ err: error }, 'template names stay as they were');
    }
  }

  return async (kind) => {
    if (clock() - readAt > KEPT_MS) {
      reading = read().finally(() => {
        reading = undefined;
      });
    }
    await reading;
    // A kind that goes by e-mail alone has no template.
    return names.get(kind) ?? (isLetterKind(kind) ? kind : MESSAGE_TEMPLATES[kind].name);
  };
}
