import type { ListView } from '@gerbang/contracts/list-views';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Dialog } from '@gerbang/ui/dialog';
import { Row, Stack, Text } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
// By the package's name: the shell shares these with the remotes.
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useSession } from '@gerbang/web-kit/session/session';
import { type FormEvent, useState } from 'react';
import { css, styled } from 'styled-components';
import { type Layout, USUAL_LAYOUT } from './list-layout.ts';
import { useListViewChanges } from './list-views.api.ts';
import { viewsCopy as copy } from './list-views.copy.ts';
import { settingsOf, type Viewed } from './viewed-list.ts';

const partCss = css`
  display: grid;
  gap: 8px;
  min-width: 0;
  margin: 0;
  padding: 0 0 16px;
  border: 0;
  border-block-end: 1px solid var(--border-subtle);
  legend {
    margin-block-end: 4px;
    padding: 0;
    font-weight: 650;
  }
`;

const Part = styled.fieldset`
  ${partCss}
`;

const Form = styled.form`
  ${partCss}
`;

const One = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 12px;
  > :first-child {
    flex: 1 1 160px;
    overflow-wrap: anywhere;
  }
`;

/** The columns of a list, its saved views, and saving the present one. */
export function ViewsDialog({
  own,
  onClose,
  ...viewed
}: Viewed & { own: readonly ListView[]; onClose: () => void }) {
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <Stack>
        <Columns {...viewed} />
        <Saving {...viewed} onSaved={onClose} />
        <Own {...viewed} views={own.filter((view) => view.own)} />
      </Stack>
    </Dialog>
  );
}

function Columns({ columns, layout, onLayout }: Viewed) {
  const { hidden, widths } = layout;
  const show = (key: string, shown: boolean) =>
    onLayout({ ...layout, hidden: shown ? hidden.filter((one) => one !== key) : [...hidden, key] });
  const widen = (key: string, to: string) => {
    const { [key]: _before, ...others } = widths;
    const wanted = to === 'narrow' || to === 'wide' ? { [key]: to } : {};
    onLayout({ ...layout, widths: { ...others, ...wanted } as Layout['widths'] });
  };
  return (
    <Part>
      <legend>{copy.columns}</legend>
      <Text>{copy.columnsHint}</Text>
      {columns.map(({ key, header, width }) => (
        <One key={key}>
          <Checkbox
            label={header}
            checked={!hidden.includes(key)}
            onChange={({ target }) => show(key, target.checked)}
          />
          {width === undefined ? null : (
            <Select
              filters
              compact
              label={copy.width(header)}
              value={widths[key] ?? 'usual'}
              options={Object.entries(copy.widths).map(([value, label]) => ({ value, label }))}
              onChange={({ target }) => widen(key, target.value)}
            />
          )}
        </One>
      ))}
      <Row>
        <Button small variant="secondary" onClick={() => onLayout(USUAL_LAYOUT)}>
          {copy.reset}
        </Button>
      </Row>
    </Part>
  );
}

function Saving({ onSaved, ...viewed }: Viewed & { onSaved: () => void }) {
  const { key, state, filters, texts } = viewed.list;
  const role = useSession().user?.role;
  const { save } = useListViewChanges(key);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [asked, setAsked] = useState(false);
  const settings = settingsOf(viewed);
  const words = Object.entries(settings.filters).flatMap(([filter, value]) => {
    const of = filters[filter];
    return of ? [`${of.label}: ${of.wordOf(value)}`] : [];
  });
  const order = (texts.sorts as Readonly<Record<string, string>>)[state.sort];
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === '' || save.isPending) return;
    save.mutate(
      { list: key, name, settings, shared },
      {
        onSuccess: (view) => {
          toast(copy.saved, copy.savedText(view.name));
          onSaved();
        },
        onError: (error) => toastFailure(copy.failed, error),
      },
    );
  };
  return (
    <Form onSubmit={send} data-unsaved={name === '' ? undefined : ''}>
      <Text as="h3">
        <b>{copy.save}</b>
      </Text>
      <Text>
        {copy.kept(
          [words.join(', ') || copy.everything, ...(order === undefined ? [] : [copy.order(order)])].join(
            ', ',
          ),
        )}
      </Text>
      <TextField
        label={copy.name}
        hint={copy.nameHint}
        maxLength={40}
        value={name}
        error={asked && name.trim() === '' ? copy.nameMissing : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      {role === undefined ? null : (
        <Checkbox
          label={copy.share(ROLE_WORDS[role])}
          checked={shared}
          onChange={({ target }) => setShared(target.checked)}
        />
      )}
      <Row>
        <Button type="submit" pending={save.isPending} pendingLabel={copy.sending}>
          {copy.send}
        </Button>
      </Row>
    </Form>
  );
}

function Own({ views, ...viewed }: Viewed & { views: readonly ListView[] }) {
  const { change, remove } = useListViewChanges(viewed.list.key);
  const [asked, setAsked] = useState<{ readonly act: 'renew' | 'remove'; readonly view: ListView } | null>(
    null,
  );
  const done = (title: string, text: string) => ({
    onSuccess: () => toast(title, text),
    onError: (error: Error) => toastFailure(copy.failed, error),
    onSettled: () => setAsked(null),
  });
  const put = (view: ListView, changes: Partial<Pick<ListView, 'settings' | 'shared'>>) => {
    const { name, settings, shared } = { ...view, ...changes };
    change.mutate({ of: view, body: { name, settings, shared } }, done(copy.saved, copy.done(name)));
  };
  if (views.length === 0) return null;
  return (
    <Part>
      <legend>{copy.mine}</legend>
      {views.map((view) => (
        <One key={view.id}>
          <span>{view.name}</span>
          <Checkbox
            label={copy.sharedShort}
            aria-label={copy.isShared(view.name)}
            checked={view.shared}
            disabled={change.isPending}
            onChange={({ target }) => put(view, { shared: target.checked })}
          />
          <Button
            small
            variant="secondary"
            aria-label={copy.renewOf(view.name)}
            onClick={() => setAsked({ act: 'renew', view })}
          >
            {copy.renew}
          </Button>
          <Button
            small
            variant="danger"
            aria-label={copy.removeOf(view.name)}
            onClick={() => setAsked({ act: 'remove', view })}
          >
            {copy.remove}
          </Button>
        </One>
      ))}
      {asked?.act === 'renew' ? (
        <AlertDialog
          title={copy.renewTitle(asked.view.name)}
          confirmLabel={copy.renew}
          destructive={false}
          pending={change.isPending}
          pendingLabel={copy.sending}
          onConfirm={() => put(asked.view, { settings: settingsOf(viewed) })}
          onCancel={() => setAsked(null)}
        >
          <Text>{copy.renewText}</Text>
        </AlertDialog>
      ) : asked ? (
        <AlertDialog
          title={copy.removeTitle(asked.view.name)}
          confirmLabel={copy.remove}
          pending={remove.isPending}
          pendingLabel={copy.sending}
          onConfirm={() => remove.mutate(asked.view.id, done(copy.removed, asked.view.name))}
          onCancel={() => setAsked(null)}
        >
          <Text>{copy.removeText}</Text>
          {asked.view.shared ? <Text>{copy.removeShared}</Text> : null}
        </AlertDialog>
      ) : null}
    </Part>
  );
}
