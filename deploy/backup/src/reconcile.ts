import { brokenLink } from '@gerbang/service-kit/audit/audit-chain';
import { createDatabase } from '@gerbang/service-kit/data/database';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { verifyBooks } from '@gerbang/billing-service/invoice-payments/ledger.repository';
import type { Header, Manifest } from './archive-format.ts';

/** Longer than the limit of a call: this reads everything. */
const PATIENCE = { waitMs: 300_000, max: 2 };

/**
 * Returns inconsistencies of restored data: in the trails' chains (`audit:verify`), the books (`books:verify`) and the
 * files that rows name. Rows and bytes were compared before.
 */
export async function reconcile(
  header: Header,
  manifest: Manifest,
  urlOf: (database: string) => string,
  store: ObjectStore,
): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, tables } of header.databases) {
    const database = createDatabase(urlOf(name), { name: 'gerbang-restore', ...PATIENCE });
    try {
      if (tables.some((table) => table.name === 'audit_chain')) {
        const position = await brokenLink(database.knex);
        if (position !== null) findings.push(`the trail of ${name} is broken at position ${position}`);
      }
      if (name === 'billing') {
        for (const { rule, subject, found } of await verifyBooks(database)) {
          findings.push(`books: ${rule}: ${subject}: ${found}`);
        }
      }
    } finally {
      await database.close();
    }
  }
  for (const [id, { bytes }] of Object.entries(manifest.files)) {
    const found = await store.get(id);
    found?.stream.destroy();
    if (found?.size !== bytes) findings.push(`file ${id} is not there as it was`);
  }
  for (const { id, name } of manifest.missing)
    findings.push(`file ${id} (${name}) was missing in the backup`);
  return findings;
}
