import type { MessageTemplateState } from '@gerbang/contracts/messages';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { Dialog, DialogClose } from '@gerbang/ui/dialog';
import { CellLines, Quiet, Scroll, TagLines } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatMoment } from '@gerbang/web-kit/page/format';
import type { ComponentProps } from 'react';
import { isHeld } from './messages.api.ts';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import {
  CATEGORY_LABELS,
  QUALITY_LABELS,
  REASON_LABELS,
  TEMPLATE_LABELS,
  TEMPLATE_TONES,
  templatesCopy as copy,
} from './template-states.copy.ts';

/** The state of a template; a refusal with its reason. */
function State({ status, reason, held }: MessageTemplateState) {
  const known = reason === null ? undefined : REASON_LABELS[reason];
  return (
    <TagLines>
      {status === null ? (
        <StatusTag>{copy.unknown}</StatusTag>
      ) : (
        <StatusTag tone={TEMPLATE_TONES[status]}>{TEMPLATE_LABELS[status]}</StatusTag>
      )}
      {reason === null ? null : <small lang={known ? undefined : 'en'}>{known ?? reason}</small>}
      {held ? <small>{copy.held}</small> : null}
    </TagLines>
  );
}

const COLUMNS: readonly Column<MessageTemplateState>[] = titled(copy.columns, [
  {
    key: 'kind',
    rowHeader: true,
    render: ({ kind, name }) => (
      <CellLines>
        {MESSAGE_KIND_LABELS[kind]}
        <small>{name}</small>
      </CellLines>
    ),
  },
  { key: 'status', render: (row) => <State {...row} /> },
  {
    key: 'category',
    render: ({ category }) => (category === null ? copy.none : (CATEGORY_LABELS[category] ?? category)),
  },
  { key: 'quality', render: ({ quality }) => QUALITY_LABELS[quality ?? ''] ?? copy.none },
  { key: 'waiting', numeric: true, render: ({ waiting }) => waiting.toLocaleString('id-ID') },
  { key: 'at', render: ({ told_at: at }) => (at === null ? copy.none : formatMoment(at)) },
]);

type Asked = ComponentProps<typeof Loading>['of'] & { readonly data?: readonly MessageTemplateState[] };

/** Every template with what Meta last told of it, those that cannot be used first. */
export function TemplatesDialog({ templates, onClose }: { templates: Asked; onClose: () => void }) {
  return (
    <Dialog wide title={copy.title} onClose={onClose}>
      <Quiet>{copy.intro}</Quiet>
      {templates.data ? (
        <Scroll tabIndex={0} role="group" aria-label={copy.caption}>
          <DataTable
            caption={copy.caption}
            columns={COLUMNS}
            rows={templates.data.toSorted((one, other) => Number(isHeld(other)) - Number(isHeld(one)))}
            rowKey={({ kind }) => kind}
          />
        </Scroll>
      ) : (
        <Loading of={templates} lines={8} label={copy.loading} failed={copy.loadFailed} />
      )}
      <DialogClose onClose={onClose} />
    </Dialog>
  );
}
