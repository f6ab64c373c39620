import pg from 'pg';

const AGAIN_MS = 1000;
const CONNECT_MS = 3000;
const KEEP_ALIVE_MS = 10_000;

/**
 * Calls `heard` with the text of each NOTIFY of the channel. A lost connection is made again each second; notifications
 * of the meantime are lost, and `missed` is called when it listens again.
 */
export function listenTo(
  url: string,
  channel: string,
  heard: (text: string) => void,
  missed: () => void = () => undefined,
): { readonly ready: Promise<void>; close(): Promise<void> } {
  let closed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let wasLost = false;

  async function open(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'listener',
      connectionTimeoutMillis: CONNECT_MS,
      // It sends nothing by itself: without this a host that is gone would be missed for two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    client = opened;
    const lost = () => {
      if (client !== opened) return;
      client = null;
      wasLost = true;
      // Frees the socket. `end` never rejects, and why the connection was lost is reported by the program's pool.
      void opened.end();
      if (!closed) timer = setTimeout(() => void open(), AGAIN_MS).unref();
    };
    opened.on('error', lost);
    opened.on('end', lost);
    opened.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await opened.connect();
      await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (wasLost) missed();
      wasLost = false;
    } catch {
      // The program's pool reports what is wrong with the database.
      lost();
    }
  }

  const ready = open();
  return {
    ready,
    async close() {
      closed = true;
      clearTimeout(timer);
      await ready;
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
