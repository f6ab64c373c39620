import { CAMERA_ACCEPT } from '@gerbang/domain/file-pickers';
import { Button, IconButton } from '@gerbang/ui/button';
import { Field } from '@gerbang/ui/field';
import { Quiet, Row } from '@gerbang/ui/layout';
import { langOf } from '@gerbang/ui/lang';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { FileImage, X } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { styled } from 'styled-components';
import { CameraPicker, FilePicker } from './file-picker.tsx';
import { isPicture, Picture } from './file-view.tsx';
import type { UploadTexts } from './upload.copy.ts';
import { useDroppedFile } from './use-dropped-file.ts';
import type { Upload, UploadState } from './use-upload.ts';

const Preview = styled(Picture)`
  max-height: 120px;
`;

/** Only where a mouse points: a finger drags no file. */
const Drop = styled.div`
  > p {
    display: none;
  }
  @media (pointer: fine) and (min-width: 768px) {
    &[data-drop] {
      display: grid;
      gap: 8px;
      padding: 12px;
      border: 1px dashed var(--border-control);
      border-radius: 10px;
    }
    &[data-over] {
      border-color: var(--action2-border);
      background: var(--bg-selected);
    }
    > p {
      display: block;
    }
  }
`;

const Box = styled.div`
  display: grid;
  grid-template-columns: auto 1fr auto;
  gap: 12px;
  align-items: start;
  padding: 12px;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
`;

const Words = styled.div`
  display: grid;
  gap: 6px;
  min-width: 0;
`;

const English = styled.span`
  display: block;
`;

/** `4,1 MB`, `380 KB`. */
function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  const [value, unit] = megabytes >= 1 ? [megabytes, 'MB'] : [bytes / 1024, 'KB'];
  return `${value.toLocaleString('id-ID', { maximumFractionDigits: unit === 'MB' ? 1 : 0 })} ${unit}`;
}

function spokenState(state: UploadState, copy: UploadTexts): string {
  if (state.kind === 'preparing') return copy.preparing;
  if (state.kind === 'uploaded') return copy.uploaded;
  if (state.kind === 'failed') return state.problem;
  return '';
}

/** A file is picked or photographed here; its upload shows progress and can be stopped or retried. */
export function FileField({
  id,
  error,
  optional,
  upload,
}: {
  id: string;
  error: string | undefined;
  optional?: boolean;
  upload: Upload;
}) {
  const { state } = upload;
  const { accept, camera = false, texts: copy } = upload.kind;
  const onPick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) upload.pick(file);
  };
  const busy = state.kind === 'preparing' || state.kind === 'uploading';
  const over = useDroppedFile(camera && !busy ? upload.pick : null);
  return (
    <Field id={id} label={copy.title} hint={copy.hint} error={error} optional={optional}>
      {state.kind === 'none' ? null : <FileRow upload={upload} />}
      {state.kind === 'uploaded' && isPicture(state.name) ? (
        <Preview src={state.url} alt={copy.preview} />
      ) : null}
      {busy ? null : (
        <Drop data-drop={camera || undefined} data-over={over || undefined}>
          <Row>
            {camera && state.kind === 'none' ? (
              <CameraPicker $variant="primary">
                <span aria-hidden="true">{copy.photograph}</span>
                <input
                  type="file"
                  accept={CAMERA_ACCEPT}
                  capture="environment"
                  aria-label={copy.photograph}
                  onChange={onPick}
                />
              </CameraPicker>
            ) : null}
            <FilePicker $variant="secondary">
              <span aria-hidden="true">{state.kind === 'none' ? copy.choose : copy.chooseOther}</span>
              <input
                id={id}
                type="file"
                accept={accept}
                aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
                aria-invalid={error ? true : undefined}
                onChange={onPick}
              />
            </FilePicker>
          </Row>
          {camera ? <Quiet $small>{copy.drop}</Quiet> : null}
        </Drop>
      )}
      <VisuallyHidden as="p" role="status">
        {spokenState(state, copy)}
      </VisuallyHidden>
    </Field>
  );
}

function FileRow({ upload }: { upload: Upload }) {
  const { state } = upload;
  const copy = upload.kind.texts;
  if (state.kind === 'none') return null;
  const { file } = state;
  const name = state.kind === 'uploaded' ? state.name : file?.name;
  const uploading = state.kind === 'uploading';
  const shrunk = file?.after !== null && file !== null && file.after < file.before;
  return (
    <Box>
      <FileImage size={24} aria-hidden="true" />
      <Words>
        {name === undefined ? null : <strong>{name}</strong>}
        {file ? (
          <Quiet $small $figures>
            {shrunk ? copy.shrunk(sizeText(file.before), sizeText(file.after ?? 0)) : sizeText(file.before)}
          </Quiet>
        ) : null}
        {state.kind === 'preparing' ? (
          <Quiet $small $figures>
            {copy.preparing}
          </Quiet>
        ) : null}
        {uploading ? (
          <>
            <ProgressBar percent={state.percent} label={copy.uploadingLabel} />
            <Quiet $small $figures>
              {copy.uploading(state.percent)}
            </Quiet>
          </>
        ) : null}
        {state.kind === 'uploaded' ? (
          <Quiet $small $figures>
            {copy.uploaded}
          </Quiet>
        ) : null}
        {state.kind === 'failed' ? (
          <>
            <p lang={langOf(state.problem)}>
              {state.problem}
              {state.status === null ? null : (
                <English lang="en">{copy.uploadFailedStatus(state.status)}</English>
              )}
            </p>
            {state.mayRetry ? (
              <Button small variant="secondary" onClick={upload.retry}>
                {copy.retry}
              </Button>
            ) : null}
          </>
        ) : null}
      </Words>
      {state.kind === 'preparing' ? null : (
        <IconButton
          label={uploading ? copy.stop : copy.remove}
          onClick={uploading ? upload.stop : upload.remove}
        >
          <X size={20} aria-hidden="true" />
        </IconButton>
      )}
    </Box>
  );
}
