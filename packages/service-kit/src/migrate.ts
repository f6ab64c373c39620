import knexFactory from 'knex';

/** Brings a database to the newest schema (`up`) or takes everything back (`down`); knex' lock lets one run at a time. */
export async function migrate(options: {
  url: string;
  directory: string;
  direction?: 'up' | 'down';
}): Promise<string[]> {
  const knex = knexFactory({
    client: 'pg',
    connection: { connectionString: options.url, lock_timeout: 3000 } as object,
    pool: { min: 0, max: 1 },
    migrations: { directory: options.directory, loadExtensions: ['.ts'], tableName: 'migrations' },
  });
  try {
    if (options.direction === 'down') {
      const [, names] = await knex.migrate.rollback(undefined, true);
      return names;
    }
    const [, names] = await knex.migrate.latest();
    return names;
  } finally {
    await knex.destroy();
  }
}
