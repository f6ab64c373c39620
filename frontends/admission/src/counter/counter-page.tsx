import type { CounterCard, FoundFamily } from '@gerbang/contracts/counter';
import { COUNTER_FOUND_MAX, isLongEnough, SEARCH_SHORT } from '@gerbang/domain/counter';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { messageOf } from '@gerbang/web-kit/api/client';
import { formatPhone } from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Lines } from '../families/family-parts.tsx';
import { type Opened, useFindFamilies, type Wanted } from './counter.api.ts';
import { counterCopy as copy } from './counter.copy.ts';
import { NewFamily } from './new-family.tsx';
import { OpenFamily } from './open-family.tsx';
import { OpenedFamily } from './opened-family.tsx';
import { Unchecked } from './unchecked.tsx';

type Step =
  | { readonly kind: 'search' }
  | { readonly kind: 'new' }
  | { readonly kind: 'open'; readonly wanted: Wanted };

/** /admin/counter 'Loket': a family that stands at the counter is found or made, opened, and filled in together. */
export function CounterPage() {
  const [step, setStep] = useState<Step>({ kind: 'search' });
  const [opened, setOpened] = useState<Opened | null>(null);
  const writes = useCan('counter.write');
  const field = useRef<HTMLInputElement>(null);
  const search = () => {
    setOpened(null);
    setStep({ kind: 'search' });
  };
  if (opened) {
    const changed = (family: CounterCard) => setOpened((now) => now && { ...now, family });
    return <OpenedFamily opened={opened} writes={writes} onChange={changed} onClose={search} />;
  }
  return (
    <Stack $width={800}>
      <Search
        field={field}
        writes={writes}
        onOpen={(wanted) => setStep({ kind: 'open', wanted })}
        onNew={() => setStep({ kind: 'new' })}
      />
      {step.kind === 'new' ? (
        <NewFamily
          onMade={setOpened}
          onKnown={(wanted) => setStep({ kind: 'open', wanted })}
          onClose={() => {
            search();
            field.current?.focus();
          }}
        />
      ) : null}
      {step.kind === 'open' ? (
        <OpenFamily
          key={step.wanted.user_id}
          wanted={step.wanted}
          onOpened={setOpened}
          onClose={() => {
            search();
            field.current?.focus();
          }}
        />
      ) : null}
      {writes && step.kind === 'search' ? <Unchecked /> : null}
    </Stack>
  );
}

/** The field that finds a family; it asks on Enter, because each search counts. */
function Search({
  field,
  writes,
  onOpen,
  onNew,
}: {
  field: React.RefObject<HTMLInputElement | null>;
  writes: boolean;
  onOpen: (wanted: Wanted) => void;
  onNew: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [short, setShort] = useState(false);
  const find = useFindFamilies();
  useEffect(() => field.current?.focus(), [field]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isShort = !isLongEnough(typed);
    setShort(isShort);
    if (!isShort && !find.isPending) find.mutate({ q: typed, token: undefined });
  };
  return (
    <Stack as={Card}>
      <form role="search" onSubmit={submit} noValidate>
        <Stack $gap={12}>
          <TextField
            ref={field}
            id="counter-search"
            label={copy.search}
            hint={copy.searchHint}
            error={short ? SEARCH_SHORT : undefined}
            type="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Row>
            <Button type="submit" pending={find.isPending} pendingLabel={copy.finding}>
              {copy.find}
            </Button>
            {writes ? (
              <Button variant="secondary" onClick={onNew}>
                {copy.newFamily}
              </Button>
            ) : null}
          </Row>
        </Stack>
      </form>
      {find.isError ? <Banner tone="danger">{messageOf(find.error)}</Banner> : null}
      <div role="status">{find.data ? <Found families={find.data} onOpen={onOpen} /> : null}</div>
    </Stack>
  );
}

function Found({ families, onOpen }: { families: readonly FoundFamily[]; onOpen: (wanted: Wanted) => void }) {
  if (families.length === 0) return <p>{copy.none}</p>;
  return (
    <Stack $gap={12}>
      <p>{families.length < COUNTER_FOUND_MAX ? copy.found(families.length) : copy.foundMany}</p>
      <Lines>
        {families.map(({ user_id, name, phone, children }) => (
          <li key={user_id}>
            <Row $justify="between" $align="center">
              <span>
                <strong>{name ?? copy.noName}</strong>
                <Quiet $small $figures>
                  {/* A masked number is shown as it is. */}
                  {phone?.startsWith('+') ? formatPhone(phone) : phone}
                </Quiet>
                <Quiet $small>
                  {children.length > 0 ? copy.childrenOf(children.join(', ')) : copy.noChildren}
                </Quiet>
              </span>
              <Button
                small
                variant="secondary"
                aria-label={copy.openTitle(name ?? copy.noName)}
                onClick={() => onOpen({ user_id, name, hasChildren: children.length > 0 })}
              >
                {copy.open}
              </Button>
            </Row>
          </li>
        ))}
      </Lines>
    </Stack>
  );
}
