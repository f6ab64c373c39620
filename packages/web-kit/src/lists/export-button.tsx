import { Button } from '@gerbang/ui/button';
import { download } from '../files/download.ts';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { ChevronDown, Download } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ToolWord } from './page-tools.tsx';

const copy = {
  menu: 'Unduh',
  formats: { xlsx: 'Excel', csv: 'CSV' },
  running: (bytes: number) => `Mengunduh... ${Math.round(bytes / 1024).toLocaleString('id-ID')} KB`,
  success: 'Berhasil',
  done: (format: string) => `File ${format} sudah diunduh`,
  failed: 'File belum dapat diunduh',
} as const;

// The menu brings React Aria along: it is fetched when a pointer or the focus comes near.
const loadMenu = () => import('@gerbang/ui/menu').then((file) => file.Menu);
const Menu = lazyPart(loadMenu);

type Format = keyof typeof copy.formats;
const FORMATS = Object.keys(copy.formats) as Format[];

// An address that names a format is a page of its own without one.
const inFormat = (address: string, format: Format): string => {
  if (address.includes('format=')) return address.replace('format=xlsx', `format=${format}`);
  return format === 'xlsx' ? address : `${address}${address.includes('?') ? '&' : '?'}format=${format}`;
};

/** The present result as a file: a menu of the formats, also with additional columns where the role may choose them. */
export function ExportButton({
  address,
  file,
  failed = copy.failed,
  more,
  wordFrom = 1200,
}: {
  /** Address of the file, with or without the additional columns of `more`. */
  address: (more: boolean) => string;
  /** Name of the downloaded file, without its ending. */
  file: string;
  /** Title of the message when it fails. */
  failed?: string;
  /** What the additional columns are, after the name of a format; absent: there are none for this role. */
  more?: string | undefined;
  /** From this width of the window on its word is in sight; more where much stands beside it. */
  wordFrom?: number;
}) {
  const [asked, setAsked] = useState(false);
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (format: Format, wanted: boolean) => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      await download(inFormat(address(wanted), format), `${file}.${format}`, {
        signal: controller.signal,
        onProgress: setBytes,
      });
      toast(copy.success, copy.done(copy.formats[format]));
    } catch (error) {
      if (!controller.signal.aborted) toastFailure(failed, error);
    }
    setBytes(null);
    setAsked(false);
  };

  const icon = <Download size={16} aria-hidden="true" />;
  if (bytes !== null) {
    return (
      <Button small variant="secondary" icon={icon} pending pendingLabel={copy.running(bytes)}>
        <ToolWord $from={wordFrom}>{copy.menu}</ToolWord>
      </Button>
    );
  }
  const words = (
    <>
      <ToolWord $from={wordFrom}>{copy.menu}</ToolWord>
      <ChevronDown size={16} aria-hidden="true" />
    </>
  );
  const entry = (format: Format, wanted: boolean) => ({
    id: `${format} ${String(wanted)}`,
    label: wanted ? `${copy.formats[format]} ${more}` : copy.formats[format],
    onAction: () => void start(format, wanted),
  });
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
          { id: 'plain', entries: FORMATS.map((format) => entry(format, false)) },
          ...(more === undefined
            ? []
            : [{ id: 'more', entries: FORMATS.map((format) => entry(format, true)) }]),
        ]}
      />
    </Suspense>
  );
}
