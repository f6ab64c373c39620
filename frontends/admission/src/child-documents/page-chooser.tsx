import { CAMERA_ACCEPT, PAGES_ACCEPT, PICTURES_ACCEPT } from '@gerbang/domain/file-pickers';
import { Row } from '@gerbang/ui/layout';
import { CameraPicker, FilePicker } from '@gerbang/web-kit/files/file-picker.tsx';
import { Camera as CameraIcon, FilePlus2 } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { pagePickerCopy as copy } from './page-picker.copy.ts';

/** 'Ambil foto' and 'Pilih berkas', several at once; `more` where there are pages already. */
export function PageChooser({
  document,
  takesPdf,
  more = false,
  onFiles,
}: {
  /** What it is, for screen readers: there are several on a page. */
  document: string;
  takesPdf: boolean;
  more?: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const onPick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(target.files ?? [])];
    target.value = '';
    if (picked.length > 0) onFiles(picked);
  };
  const [photograph, choose] = more ? [copy.photographMore, copy.chooseMore] : [copy.photograph, copy.choose];
  return (
    <Row>
      <CameraPicker $variant={more ? 'secondary' : 'primary'}>
        <CameraIcon size={18} aria-hidden="true" />
        <span aria-hidden="true">{photograph}</span>
        <input
          type="file"
          accept={CAMERA_ACCEPT}
          capture="environment"
          aria-label={copy.of(photograph, document)}
          onChange={onPick}
        />
      </CameraPicker>
      <FilePicker $variant="secondary">
        <FilePlus2 size={18} aria-hidden="true" />
        <span aria-hidden="true">{choose}</span>
        <input
          type="file"
          multiple
          accept={takesPdf ? PAGES_ACCEPT : PICTURES_ACCEPT}
          aria-label={copy.of(choose, document)}
          onChange={onPick}
        />
      </FilePicker>
    </Row>
  );
}
