import { Button } from '@gerbang/ui/button';
import { messageOf } from '@gerbang/web-kit/api/client';
import { fetchFile } from '@gerbang/web-kit/files/download';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { FileText, Share2 } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';

/** Texts beside a paper of the school. */
const copy = {
  share: 'Bagikan',
  preparing: 'Menyiapkan...',
  newTab: (label: string) => `${label} (tab baru)`,
  /** For others to read: it names the school's page, never the child. */
  message: (address: string) => `Dokumen ini dapat diperiksa keasliannya di ${address}`,
  failed: 'Dokumen tidak dapat dibagikan',
  failedHint: 'Unduh dokumennya, lalu bagikan dari perangkat Anda.',
} as const;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 16px;
  /* Both begin at the same edge where one stands below the other. */
  > button {
    padding-inline: 4px;
  }
`;

const Paper = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  padding-inline: 4px;
  color: var(--text-link);
  font-weight: 600;
`;

const CHECK_ADDRESS = /<(?<address>[^>]+)>;\s*rel="?describedby"?/u;

/**
 * Shares a paper: by the phone's own sheet as a file, else as a message of WhatsApp with the address of the page that
 * checks it. The message holds no name.
 */
async function sharePaper(address: string): Promise<void> {
  const { file, headers } = await fetchFile(address, 'dokumen.pdf');
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] });
    return;
  }
  const check = CHECK_ADDRESS.exec(headers.get('link') ?? '')?.groups?.address;
  if (check === undefined) throw new Error(copy.failedHint);
  window.open(`https://wa.me/?text=${encodeURIComponent(copy.message(check))}`, '_blank', 'noreferrer');
}

/** A paper of the school as PDF: opens it in a tab of its own, and shares it. */
export function PaperActions({ address, label }: { address: string; label: string }) {
  const [preparing, setPreparing] = useState(false);
  const share = async () => {
    setPreparing(true);
    try {
      await sharePaper(address);
    } catch (error) {
      // The sheet was closed without sharing.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toastFailure(copy.failed, messageOf(error));
    } finally {
      setPreparing(false);
    }
  };
  return (
    <Row>
      <Paper href={address} target="_blank" rel="noreferrer" aria-label={copy.newTab(label)}>
        <FileText size={18} aria-hidden="true" />
        {label}
      </Paper>
      <Button
        variant="ghost"
        pending={preparing}
        pendingLabel={copy.preparing}
        aria-label={`${copy.share}: ${label}`}
        onClick={() => void share()}
      >
        <Share2 size={18} aria-hidden="true" />
        {copy.share}
      </Button>
    </Row>
  );
}
