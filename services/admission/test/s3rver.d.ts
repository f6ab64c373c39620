declare module 's3rver' {
  /** As much of the npm package's S3-compatible server as our tests use. */
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: Array<{ name: string; configs: readonly string[] }>;
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
