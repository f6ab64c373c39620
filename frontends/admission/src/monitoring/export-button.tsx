import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { useCan } from '@gerbang/web-kit/abilities';
import { download } from '@gerbang/web-kit/download';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { exportAddress } from './monitoring.api.ts';
import { exportCopy as copy } from './monitoring.copy.ts';
import type { MonitoringPlace } from './use-monitoring-place.ts';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 16px;
`;

/** 'Ekspor Excel' of the present result; personal numbers only where the role may and somebody asks (ux, "Excel everywhere"). */
export function ExportButton({ place }: { place: MonitoringPlace }) {
  const mayPersonal = useCan('registrations.export_personal');
  const [personal, setPersonal] = useState(false);
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      await download(exportAddress(place, personal), copy.file, {
        signal: controller.signal,
        onProgress: setBytes,
      });
      toast(copy.success, copy.done);
    } catch (error) {
      if (!controller.signal.aborted) toastFailure(copy.failed, error);
    }
    setBytes(null);
  };

  return (
    <Row>
      {mayPersonal ? (
        <Checkbox
          label={copy.personal}
          checked={personal}
          onChange={({ target }) => setPersonal(target.checked)}
        />
      ) : null}
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
