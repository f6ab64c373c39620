import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Few keys a page, so that a listing has to follow its continuation. */
const PAGE = 5;

interface Stored {
  readonly bytes: Buffer;
  readonly metadata: Record<string, string>;
  readonly modified: Date;
}
interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
}

const refusal = (status: number, code: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<Error><Code>${code}</Code></Error>`,
});

/**
 * The part of S3 that the store uses, in memory: one bucket, path style. It refuses what every store refuses: another
 * key or region in the signature, and bytes that differ from their MD5 or signed SHA-256. Whether the signature itself
 * is right is the work of the SDK, and is tried against a real store (`npm run test:containers`).
 */
export async function openS3Fake(bucket: string, { accessKeyId = '', region = '' }) {
  const objects = new Map<string, Stored>();
  const scope = new RegExp(
    `^AWS4-HMAC-SHA256 Credential=${accessKeyId}/\\d{8}/${region}/s3/aws4_request,`,
    'u',
  );

  function list(query: URLSearchParams): Reply {
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted();
    const page = keys.slice(0, PAGE);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modified.toISOString()}</LastModified></Contents>`,
    );
    const isTruncated = keys.length > page.length;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const body = `<ListBucketResult>${contents.join('')}<IsTruncated>${isTruncated}</IsTruncated>${next}</ListBucketResult>`;
    return { status: 200, headers: { 'content-type': 'application/xml' }, body };
  }

  function put(key: string, bytes: Buffer, headers: IncomingMessage['headers']): Reply {
    const digest = (name: string, encoding: 'base64' | 'hex') =>
      createHash(name).update(bytes).digest(encoding);
    const signed = String(headers['x-amz-content-sha256']);
    if (headers['content-md5'] !== digest('md5', 'base64')) return refusal(400, 'BadDigest');
    if (signed !== digest('sha256', 'hex')) return refusal(400, 'XAmzContentSHA256Mismatch');
    const metadata = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
    objects.set(key, {
      bytes,
      metadata: Object.fromEntries(metadata.map(([name, value]) => [name, String(value)])),
      modified: new Date(),
    });
    return { status: 200, headers: { etag: `"${digest('md5', 'hex')}"` } };
  }

  function get(key: string): Reply {
    const found = objects.get(key);
    if (!found) return refusal(404, 'NoSuchKey');
    return { status: 200, headers: found.metadata, body: found.bytes };
  }

  function reply({ method, headers, url = '' }: IncomingMessage, bytes: Buffer): Reply {
    const { pathname, searchParams } = new URL(url, 'http://s3');
    const [, wanted = '', ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    if (!scope.test(headers.authorization ?? '')) return refusal(403, 'InvalidAccessKeyId');
    if (wanted !== bucket) return refusal(404, 'NoSuchBucket');
    if (method === 'PUT') return put(key, bytes, headers);
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    return key === '' ? list(searchParams) : get(key);
  }

  const server = createServer((request, response) => {
    buffer(request).then(
      (bytes) => {
        const { status, headers = {}, body = '' } = reply(request, bytes);
        response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
