import { constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';

/** Puts a `.br` and a `.gz` beside every text asset, so that the gateway never compresses while serving. */
export function precompressed() {
  // Also where it saves nothing: the gateway need not look which of the two is there.
  const all = {
    test: /\.(?:js|css|svg|json|webmanifest)$/u,
    threshold: 0,
    minRatio: Number.MAX_SAFE_INTEGER,
  };
  return [
    new CompressionPlugin({
      ...all,
      algorithm: 'brotliCompress',
      filename: '[path][base].br',
      compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
    }),
    new CompressionPlugin({
      ...all,
      algorithm: 'gzip',
      filename: '[path][base].gz',
      compressionOptions: { level: 9 },
    }),
  ];
}
