import { CurrentSchool, type SchoolVersion } from '@gerbang/service-kit/data/current-school';
import type { Database } from '@gerbang/service-kit/data/database';
import { listenTo } from '@gerbang/service-kit/data/listen';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Config } from '../config.ts';
import { SCHOOL_CHANNEL, newerVersion } from './current-school.repository.ts';

/** How often the database is looked at although no word of a new version came. */
const LOOK_MS = 30_000;

/** A version in force, with what screens read beside it. */
export interface OwnVersion extends SchoolVersion {
  /** When the official accounts last changed; null = never since the school began. */
  readonly account_changed_at: Date | null;
}

/** The settings in force of this process. */
export class OwnSchool extends CurrentSchool<OwnVersion> {
  #listener: ReturnType<typeof listenTo> | undefined;

  /** Listens for new versions, and looks now and then beside. */
  listen(url: string): void {
    this.#listener ??= listenTo(
      url,
      SCHOOL_CHANNEL,
      () => this.lookSoon(),
      () => this.lookSoon(),
    );
    this.watch(LOOK_MS);
  }

  override async close(): Promise<void> {
    await this.#listener?.close();
    await super.close();
  }
}

/** The settings in force, which are the file's until the database has been read. */
export function createOwnSchool(config: Config, database: Database, log: Logger): OwnSchool {
  return new OwnSchool({
    first: { version: -1, settings: config.SCHOOL_CONFIG, account_changed_at: null },
    newer: (than) => newerVersion(database.knex, than),
    log,
  });
}
