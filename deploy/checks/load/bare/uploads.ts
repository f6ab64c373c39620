import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import sharp from 'sharp';

/** The least an upload can be: decode, write the picture anew, write the file and wait for the disk. */
const app = Fastify({ keepAliveTimeout: 30_000, bodyLimit: 8_000_000 });
sharp.concurrency(1);
sharp.cache(false);

async function keep(bytes: Buffer): Promise<{ fileUrl: string }> {
  const id = randomUUID();
  const picture = await sharp(bytes).autoOrient().jpeg({ quality: 85 }).toBuffer();
  const handle = await open(join(process.env.FILES_DIR ?? '', id), 'wx', 0o600);
  try {
    await handle.writeFile(picture);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { fileUrl: `/api/files/${id}` };
}

app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.get('/api/ready', async () => ({ ready: true }));
app.post<{ Body: Buffer | { fileData: string } }>('/api/payment-evidence/upload', async (request, reply) => {
  const { body } = request;
  return reply
    .code(201)
    .send(await keep(Buffer.isBuffer(body) ? body : Buffer.from(body.fileData, 'base64')));
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close());
