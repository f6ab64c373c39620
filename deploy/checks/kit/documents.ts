import { type Client, sendKeyed } from './client.ts';
import { newPicture } from './families.ts';
import type { Account } from './people.ts';

/** Sends a document of a child as its family does, each page a picture of its own unless one is given. */
export async function sendDocument(
  client: Client,
  account: Pick<Account, 'call' | 'cookie'>,
  childId: string,
  typeKey: string,
  pages = 1,
  picture?: Buffer,
): Promise<void> {
  const files: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    const path = '/api/upload/child-document';
    files.push((await account.call<{ file_id: string }>('POST', path, picture ?? newPicture())).file_id);
  }
  await sendKeyed(client, account, `/api/children/${childId}/documents/${typeKey}`, { files });
}
