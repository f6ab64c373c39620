import { Alert } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Row, Text } from '@gerbang/ui/layout';
import { useSession } from '@gerbang/web-kit/session/session';
import { PrintButton } from '@gerbang/web-kit/page/print-button.tsx';
import { Check, Copy, Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { createGlobalStyle, styled } from 'styled-components';
import { recoveryCopy as copy } from './factors.copy.ts';

const Codes = styled.ol`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 8px 16px;
  padding: 16px;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
  background: var(--bg-subtle);
  font-size: 1rem;
  code {
    overflow-wrap: anywhere;
  }
`;

// On paper only the sheet with the codes, without its buttons.
const PrintStyle = createGlobalStyle`
  @media print {
    #root { display: none !important; }
    [data-codes] ~ *, [role='dialog'] button { display: none !important; }
    :has(> * > [data-codes]), :has(> * > * > [data-codes]) {
      position: static !important; max-height: none !important; overflow: visible !important;
      background: none !important; box-shadow: none !important;
    }
  }
`;

/** The codes as a text to keep. */
const textOf = (codes: readonly string[], email: string) =>
  `${copy.fileHead(location.host, email)}\n${codes.join('\n')}\n`;

function save(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = copy.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The recovery codes, once: it closes when the user says that they are kept. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const email = useSession().user?.email ?? '';
  const [copied, setCopied] = useState(false);
  const [kept, setKept] = useState(false);
  const [asked, setAsked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = () => {
    if (kept) {
      onClose();
      return;
    }
    setAsked(true);
    box.current?.querySelector('input')?.focus();
  };
  const copyAll = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog title={copy.title} dismissable={false} onClose={close}>
      <PrintStyle />
      <Text>{copy.lead}</Text>
      <Codes aria-label={copy.list} data-codes="">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Codes>
      <Row $gap={8}>
        <Button
          small
          variant="secondary"
          icon={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          onClick={() => void copyAll()}
        >
          <span role="status">{copied ? copy.copied : copy.copy}</span>
        </Button>
        <Button
          small
          variant="secondary"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => save(textOf(codes, email))}
        >
          {copy.download}
        </Button>
        <PrintButton>{copy.print}</PrintButton>
      </Row>
      <div ref={box}>
        <Checkbox label={copy.kept} checked={kept} onChange={({ target }) => setKept(target.checked)} />
      </div>
      <Alert>{asked && !kept && copy.keptRequired}</Alert>
      <DialogActions>
        <Button aria-disabled={!kept} onClick={close}>
          {copy.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
