import type { Factor, FactorList } from '@gerbang/contracts/factors';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { knowsPasskeys } from '@gerbang/web-kit/session/passkeys';
import { toast } from '@gerbang/web-kit/page/toast';
import { KeyRound, Smartphone } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { useFactorChanges, type useFactors } from './factors.api.ts';
import { factorsCopy as copy } from './factors.copy.ts';
import { Section, Thing, Things } from './security-parts.tsx';

// Dialogs bring React Aria along; they are loaded when the first one opens.
const PasskeyDialog = lazyPart(() => import('./passkey-dialog.tsx').then((file) => file.PasskeyDialog));
const TotpDialog = lazyPart(() => import('./totp-dialog.tsx').then((file) => file.TotpDialog));
const RemoveDialog = lazyPart(() =>
  import('./remove-factor-dialog.tsx').then((file) => file.RemoveFactorDialog),
);
const RenewCodesDialog = lazyPart(() =>
  import('./renew-codes-dialog.tsx').then((file) => file.RenewCodesDialog),
);
const RecoveryCodesDialog = lazyPart(() =>
  import('./recovery-codes-dialog.tsx').then((file) => file.RecoveryCodesDialog),
);

type Open =
  | { readonly kind: 'passkey' | 'totp' | 'renew' }
  | { readonly kind: 'remove'; readonly factor: Factor }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | null;

const Way = styled.div`
  display: grid;
  gap: 8px;
  padding-block-start: 16px;
  border-block-start: 1px solid var(--border-subtle);
  h3 {
    font-size: 1rem;
    line-height: 1.5;
  }
  > button {
    justify-self: start;
  }
`;

function WayOf({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Way>
      <div>
        <h3>{title}</h3>
        <Quiet $small>{lead}</Quiet>
      </div>
      {children}
    </Way>
  );
}

function FactorRows({
  label,
  factors,
  onRemove,
}: {
  label: string;
  factors: readonly Factor[];
  onRemove: (factor: Factor) => void;
}) {
  if (factors.length === 0) return null;
  return (
    <Things label={label}>
      {factors.map((factor) => (
        <Thing
          key={factor.id}
          icon={factor.kind === 'passkey' ? <KeyRound size={20} /> : <Smartphone size={20} />}
          name={factor.name}
          lines={[`${copy.added(factor.created_at)} · ${copy.used(factor.last_used_at)}`]}
          action={
            <Button
              small
              variant="secondary"
              aria-label={copy.removeOf(factor.name)}
              onClick={() => onRemove(factor)}
            >
              {copy.remove}
            </Button>
          }
        />
      ))}
    </Things>
  );
}

function Ways({ list, device }: { list: FactorList; device: string }) {
  const changes = useFactorChanges();
  const [open, setOpen] = useState<Open>(null);
  const passkeys = list.factors.filter(({ kind }) => kind === 'passkey');
  const apps = list.factors.filter(({ kind }) => kind === 'totp');
  const close = () => setOpen(null);
  const done = (codes: readonly string[], text: string) => {
    setOpen(codes.length > 0 ? { kind: 'codes', codes } : null);
    // The codes need no second voice, and a toast would cover them on a phone.
    if (codes.length === 0) toast(copy.success, text);
  };
  const remove = (factor: Factor) => setOpen({ kind: 'remove', factor });
  return (
    <>
      <WayOf title={copy.passkeys} lead={copy.passkeysLead}>
        <FactorRows label={copy.passkeys} factors={passkeys} onRemove={remove} />
        {knowsPasskeys() ? (
          <Button
            variant={list.factors.length === 0 ? 'primary' : 'secondary'}
            onClick={() => setOpen({ kind: 'passkey' })}
          >
            {passkeys.length === 0 ? copy.addPasskey : copy.anotherPasskey}
          </Button>
        ) : (
          <Quiet>{copy.passkeysUnknown}</Quiet>
        )}
      </WayOf>
      <WayOf title={copy.totp} lead={copy.totpLead}>
        <FactorRows label={copy.totp} factors={apps} onRemove={remove} />
        {apps.length === 0 ? (
          <Button variant="secondary" onClick={() => setOpen({ kind: 'totp' })}>
            {copy.addTotp}
          </Button>
        ) : null}
      </WayOf>
      {list.factors.length === 0 ? null : (
        <Way>
          {list.recovery_codes_left > 0 ? (
            <Quiet $figures>{copy.codesLeft(list.recovery_codes_left)}</Quiet>
          ) : (
            <Banner tone="attention">{copy.codesGone}</Banner>
          )}
          <Button variant="secondary" onClick={() => setOpen({ kind: 'renew' })}>
            {copy.renew}
          </Button>
        </Way>
      )}
      <Suspense fallback={null}>
        {open?.kind === 'passkey' ? (
          <PasskeyDialog device={device} change={changes.addPasskey} onDone={done} onClose={close} />
        ) : open?.kind === 'totp' ? (
          <TotpDialog change={changes.confirmTotp} onDone={done} onClose={close} />
        ) : open?.kind === 'remove' ? (
          <RemoveDialog
            factor={open.factor}
            last={list.factors.length === 1}
            change={changes.remove}
            onClose={close}
          />
        ) : open?.kind === 'renew' ? (
          <RenewCodesDialog
            change={changes.renewCodes}
            onDone={(codes) => setOpen({ kind: 'codes', codes })}
            onClose={close}
          />
        ) : open?.kind === 'codes' ? (
          <RecoveryCodesDialog codes={open.codes} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

/** The second step of the login: its ways, and the recovery codes that are left. Not shown where the school has none. */
export function FactorsSection({
  factors,
  device,
}: {
  factors: ReturnType<typeof useFactors>;
  device: string;
}) {
  const list = factors.data;
  if (list?.policy === 'off' && list.factors.length === 0) return null;
  const on = list !== undefined && list.factors.length > 0;
  return (
    <Section
      title={copy.title}
      lead={copy.lead}
      state={
        list ? (
          <StatusTag tone={on ? 'success' : list.policy === 'required' ? 'attention' : 'neutral'}>
            {on ? copy.on : copy.off}
          </StatusTag>
        ) : null
      }
    >
      <Stack $gap={16}>
        {list ? (
          <Ways list={list} device={device} />
        ) : (
          <Loading of={factors} lines={4} label={copy.loading} failed={copy.loadFailed} />
        )}
      </Stack>
    </Section>
  );
}
