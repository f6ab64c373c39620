import { Button } from '@gerbang/ui/button';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { download } from '../files/download.ts';
import { lazyPart } from '../page/lazy-page.ts';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { ChevronDown, Download } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

const copy = {
  button: 'Ekspor Excel',
  menu: 'Ekspor',
  running: (bytes: number) => `Mengunduh... ${Math.round(bytes / 1024).toLocaleString('id-ID')} KB`,
  success: 'Berhasil',
  done: 'File Excel sudah diunduh',
} as const;

// The menu brings React Aria along: it is fetched when a pointer or the focus comes near.
const loadMenu = () => import('@gerbang/ui/menu').then((file) => file.Menu);
const Menu = lazyPart(loadMenu);

// Beside the title of a tablet's page the words would leave no room for the search.
const Word = styled.span`
  white-space: nowrap;
  @media (min-width: 640px) and (max-width: 1199.98px) {
    ${hiddenCss}
  }
`;

/** The export of the present result: one button, or a menu where the role may choose additional columns. */
export function ExportButton({
  address,
  file,
  failed,
  more,
}: {
  /** Address of the workbook, with or without the additional columns of `more`. */
  address: (more: boolean) => string;
  /** Name of the downloaded file. */
  file: string;
  /** Title of the message when it fails. */
  failed: string;
  /** The choice with additional columns; absent: there are none for this role. */
  more?: string | undefined;
}) {
  const [asked, setAsked] = useState(false);
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (wanted: boolean) => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      await download(address(wanted), file, { signal: controller.signal, onProgress: setBytes });
      toast(copy.success, copy.done);
    } catch (error) {
      if (!controller.signal.aborted) toastFailure(failed, error);
    }
    setBytes(null);
    setAsked(false);
  };

  const icon = <Download size={16} aria-hidden="true" />;
  if (more === undefined || bytes !== null) {
    return (
      <Button
        small
        variant="secondary"
        icon={icon}
        pending={bytes !== null}
        pendingLabel={copy.running(bytes ?? 0)}
        onClick={() => void start(false)}
      >
        <Word>{copy.button}</Word>
      </Button>
    );
  }
  const words = (
    <>
      <Word>{copy.menu}</Word>
      <ChevronDown size={16} aria-hidden="true" />
    </>
  );
  const near = () => void loadMenu();
  const button = (
    <Button
      small
      variant="secondary"
      icon={icon}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => setAsked(true)}
    >
      {words}
    </Button>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <Menu
        outlined
        startsOpen
        label={copy.menu}
        trigger={
          <>
            {icon}
            {words}
          </>
        }
        groups={[
          {
            id: 'export',
            entries: [
              { id: 'plain', label: copy.button, onAction: () => void start(false) },
              { id: 'more', label: more, onAction: () => void start(true) },
            ],
          },
        ]}
      />
    </Suspense>
  );
}
