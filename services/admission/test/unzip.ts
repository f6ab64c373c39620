import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

/** The files of an archive, as an independent reader finds them (it checks sizes and checksums). */
export async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const archive = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file)));
  });
  const files = new Map<string, string>();
  const text = (entry: Entry) =>
    new Promise<string>((resolve, reject) => {
      archive.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('error', reject);
        stream.on('end', () => resolve(Buffer.concat(parts).toString()));
      });
    });
  await new Promise<void>((resolve, reject) => {
    archive.on('error', reject).on('end', resolve);
    archive.on('entry', (entry: Entry) => {
      text(entry).then((content) => {
        files.set(entry.fileName, content);
        archive.readEntry();
      }, reject);
    });
    archive.readEntry();
  });
  return files;
}
