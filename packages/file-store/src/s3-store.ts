import { Problem } from '@gerbang/service-kit/http/problems';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { FILE_ID } from './folders.ts';
import type { ObjectStore } from './object-store.ts';
import { whole } from './whole-stream.ts';

/** Where and how an S3-compatible store is reached. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Address of a store that is not Amazon's. */
  readonly endpoint?: string | undefined;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle: boolean;
  /** In front of every key, so that several installations can share a bucket. */
  readonly prefix: string;
  /** Without a pair the SDK looks where it always does: environment, web identity, instance. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  readonly encryption: 'none' | 'AES256' | 'aws:kms';
  readonly kmsKeyId?: string | undefined;
  /** The longest wait for an answer, all tries together. */
  readonly timeoutMs: number;
}

const CONNECT_MS = 2000;
/** A store that falls silent in the middle of a file. */
const SILENCE_MS = 20_000;
const TRIES = 3;
const DIGEST = 'sha256';

function clientOf(settings: S3Settings): S3Client {
  const { region, endpoint, pathStyle, credentials } = settings;
  const config: S3ClientConfig = {
    region,
    forcePathStyle: pathStyle,
    maxAttempts: TRIES,
    // The digest beside the object is ours; other stores than Amazon's know not every checksum of the SDK.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  };
  return new S3Client(config);
}

function encryptionOf({ encryption, kmsKeyId }: S3Settings) {
  if (encryption === 'none') return {};
  return {
    ServerSideEncryption: encryption,
    ...(encryption === 'aws:kms' && kmsKeyId !== undefined && { SSEKMSKeyId: kmsKeyId }),
  };
}

/**
 * Files in an S3-compatible store, with the promises of the folder: an object is there whole or not at all, because
 * one PUT carries it and the store compares its MD5; what is read is compared with the digest kept beside it. Keys
 * are laid out like the folder, so that one can be copied to the other. No address of the store ever leaves us.
 */
export function createS3Store(settings: S3Settings): ObjectStore {
  const { bucket: Bucket, timeoutMs } = settings;
  const client = clientOf(settings);
  const root = `${settings.prefix}objects/`;

  function keyOf(id: string): string {
    if (!FILE_ID.test(id)) throw new RangeError('Not an id of a file');
    return `${root}${id.slice(-2)}/${id}`;
  }

  /** One question with its tries, ended when the time is over: the timer is let go before the bytes of an answer flow. */
  async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      return await work(late.signal);
    } catch (error) {
      throw s3Problem(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async put(id, bytes) {
      const command = new PutObjectCommand({
        Bucket,
        Key: keyOf(id),
        Body: bytes,
        ContentLength: bytes.length,
        ContentMD5: createHash('md5').update(bytes).digest('base64'),
        Metadata: { [DIGEST]: createHash(DIGEST).update(bytes).digest('hex') },
        ...encryptionOf(settings),
      });
      await inTime((abortSignal) => client.send(command, { abortSignal }));
    },

    async get(id) {
      const command = new GetObjectCommand({ Bucket, Key: keyOf(id) });
      const found = await inTime((abortSignal) =>
        client.send(command, { abortSignal }).catch((error: unknown) => {
          if ((error as { name?: unknown }).name === 'NoSuchKey') return null;
          throw error;
        }),
      );
      if (found === null) return null;
      const { Body, ContentLength, Metadata } = found;
      if (!(Body instanceof Readable) || ContentLength === undefined) {
        throw s3Problem(new Error('The store answered without a body or its length'));
      }
      return { stream: whole(Body, ContentLength, Metadata?.[DIGEST]), size: ContentLength };
    },

    async delete(id) {
      const command = new DeleteObjectCommand({ Bucket, Key: keyOf(id) });
      await inTime((abortSignal) => client.send(command, { abortSignal }));
    },

    async *listOlder(before) {
      let token: string | undefined;
      do {
        const command = new ListObjectsV2Command({
          Bucket,
          Prefix: root,
          ...(token !== undefined && { ContinuationToken: token }),
        });
        const page = await inTime((abortSignal) => client.send(command, { abortSignal }));
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const id = Key.slice(Key.lastIndexOf('/') + 1);
          if (FILE_ID.test(id) && Key === keyOf(id) && LastModified && LastModified < before) yield id;
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },

    // A put is one request: there is nothing unfinished.
    async tidy() {},
  };
}

const FULL = new Set(['QuotaExceeded', 'StorageFull', 'XMinioStorageFull', 'InsufficientCapacity']);

/**
 * What a failed question to the object store means to whoever asked: it is full (507), or it cannot be used now (503): away,
 * too slow, or refusing us, which the log tells the operator. Nothing was stored, and trying later may work.
 */
export function s3Problem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (FULL.has(name ?? '') || $metadata?.httpStatusCode === 507) {
    return new Problem(
      507,
      'storage_full',
      'Penyimpanan file sedang penuh. Silakan coba lagi beberapa saat lagi.',
      { headers: { 'retry-after': '60' }, cause: error },
    );
  }
  return new Problem(
    503,
    'storage_unavailable',
    'Penyimpanan file sedang tidak dapat dihubungi. Silakan coba lagi beberapa saat lagi.',
    { headers: { 'retry-after': '10' }, cause: error },
  );
}
