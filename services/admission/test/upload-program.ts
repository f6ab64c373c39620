import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createServer } from '@gerbang/service-kit/http/server';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { FEATURES } from '../src/features.ts';
import { createDiskStore } from '@gerbang/file-store/disk-store';
import { filesRoutes } from '../src/files/files.routes.ts';

/**
 * Program: the upload calls behind a real listener, which prints its port on the first line. With DIE it ends itself the hard
 * way: `after-bytes` when the bytes are stored and the row is not, `after-row` when the row is committed and the
 * answer has not left. A message on the channel is answered with the work of the event loop's thread since the last one and the memory.
 */
const { DIE } = process.env;
const config = parseConfig(configSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'upload-program', waitMs: 60_000 });
const logger = createLogger('upload-program', 'error');
const disk = createDiskStore(config.FILES_DIR);
const die = () => process.kill(process.pid, 'SIGKILL');

const verifier = createVerifier(config.IDENTITY_KEYS, 'admission');
const app = createServer({ name: 'upload-program', logger });
app.addHook('onSend', async () => {
  if (DIE === 'after-row') die();
});
filesRoutes(app, verifier, buildContext(config, database, logger, FEATURES), {
  ...disk,
  put: async (id, bytes) => {
    await disk.put(id, bytes);
    if (DIE === 'after-bytes') die();
  },
});
await app.listen({ host: '127.0.0.1', port: 0 });
let mostMemory = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  mostMemory = Math.max(mostMemory, process.memoryUsage.rss());
}, 20).unref();
process.on('message', () => {
  const loop = process.threadCpuUsage(before);
  process.send?.({
    loopMs: (loop.user + loop.system) / 1000,
    mostMemory,
  });
  before = process.threadCpuUsage();
  mostMemory = 0;
});
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : null });
