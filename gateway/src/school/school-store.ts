import { publicSchoolSchema } from '@gerbang/contracts/school-public';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Redis } from 'ioredis';
import { z } from 'zod';

const copySchema = z.object({ version: z.int(), school: publicSchoolSchema });
/** What everybody may know of the school, with the version of the settings that it is from. */
export type SchoolCopy = z.output<typeof copySchema>;

/** Where all gateways keep their copy. */
export interface SchoolStore {
  /** The copy; null where none was kept, or one of a release that this one cannot read. */
  read(): Promise<SchoolCopy | null>;
  /** Keeps the copy unless the kept one is as new. */
  keep(copy: SchoolCopy): Promise<void>;
}

const KEY = 'school';
const KEEP = `
local kept = redis.call('get', KEYS[1])
if kept and cjson.decode(kept).version >= tonumber(ARGV[1]) then return 0 end
redis.call('set', KEYS[1], ARGV[2])
return 1`;

const readable = (value: unknown): SchoolCopy | null => copySchema.safeParse(value).data ?? null;

/** The copy under one key in Redis. */
export function redisSchool(redis: Redis): SchoolStore {
  return {
    async read() {
      const text = await redis.get(KEY);
      return text === null ? null : readable(JSON.parse(text));
    },
    async keep(copy) {
      await redis.eval(KEEP, 1, KEY, copy.version, JSON.stringify(copy));
    },
  };
}

/** The copy in the gateway's database: the default without Redis. */
export function databaseSchool({ knex }: Pick<Database, 'knex'>): SchoolStore {
  return {
    async read() {
      return readable(await knex('school').first('version', 'school'));
    },
    async keep({ version, school }) {
      await knex.raw(
        `insert into school as s (version, school) values (?, ?)
         on conflict (id) do update
         set version = excluded.version, school = excluded.school, received_at = now()
         where excluded.version > s.version`,
        [version, JSON.stringify(school)],
      );
    },
  };
}
