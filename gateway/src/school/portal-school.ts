import type { EventPayload } from '@gerbang/contracts/events';
import { publicSchool } from '@gerbang/domain/school-public';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { SchoolCopy, SchoolStore } from './school-store.ts';

/** A change must be seen within five seconds of its activation. */
const LOOK_MS = 3000;

/** The school as this gateway's pages show it: read from memory, which looks at the common store now and then. */
export class PortalSchool {
  readonly #store: SchoolStore;
  readonly #logger: Pick<Logger, 'warn'>;
  #held: SchoolCopy | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(store: SchoolStore, logger: Pick<Logger, 'warn'>) {
    this.#store = store;
    this.#logger = logger;
  }

  /** The newest copy; null until the first event. */
  get held(): SchoolCopy | null {
    return this.#held;
  }

  /** Keeps the public part of new settings for all gateways. */
  async receive({ version, settings }: EventPayload<'school.changed'>): Promise<void> {
    const school = publicSchool(settings, version);
    await this.#store.keep({ version, school: { ...school, levels: [...school.levels] } });
    await this.#read();
  }

  /** Looks now, then again and again. A look that fails is logged, and what is held stays. */
  async watch(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => {
      this.#looking = this.#look();
    }, LOOK_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    await this.#read().catch((error: unknown) =>
      this.#logger.warn({ err: error }, 'the copy of the school could not be read'),
    );
  }

  async #read(): Promise<void> {
    const kept = await this.#store.read();
    const held = this.#held;
    if (kept && kept.version > (held?.version ?? -1)) this.#held = kept;
    // A Redis that was emptied gets back what a gateway still knows.
    else if (held && held.version > (kept?.version ?? -1)) await this.#store.keep(held);
  }
}
