import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { download } from '../download.ts';
import { Row } from '@gerbang/ui/layout';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const copy = {
  button: 'Ekspor Excel',
  running: (bytes: number) => `Mengunduh... ${Math.round(bytes / 1024).toLocaleString('id-ID')} KB`,
  success: 'Berhasil',
  done: 'File Excel sudah diunduh',
} as const;

/** 'Ekspor Excel' of the present result; personal numbers are included only when the box is ticked. */
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
  /** Label of the box for additional columns; absent: there are none for this role. */
  more?: string | undefined;
}) {
  const [chosen, setChosen] = useState(false);
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      await download(address(chosen), file, { signal: controller.signal, onProgress: setBytes });
      toast(copy.success, copy.done);
    } catch (error) {
      if (!controller.signal.aborted) toastFailure(failed, error);
    }
    setBytes(null);
  };

  return (
    <Row $gap={4} $apart={12} $align="center">
      {more === undefined ? null : (
        <Checkbox label={more} checked={chosen} onChange={({ target }) => setChosen(target.checked)} />
      )}
      <Button
        small
        variant="secondary"
        icon={<Download size={16} aria-hidden="true" />}
        pending={bytes !== null}
        pendingLabel={copy.running(bytes ?? 0)}
        onClick={() => void start()}
      >
        {copy.button}
      </Button>
    </Row>
  );
}
