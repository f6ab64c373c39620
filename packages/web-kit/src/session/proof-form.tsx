import type { CredentialProof, RequestOptions } from '@gerbang/contracts/proofs';
import { Banner, Alert } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { OtpField } from '@gerbang/ui/otp-field';
import { PasswordField } from '@gerbang/ui/password-field';
import { TextField } from '@gerbang/ui/text-field';
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { messageOf } from '@gerbang/web-kit/api/client';
import { knowsPasskeys, provePasskey } from './passkeys.ts';

const copy = {
  passkey: 'Pakai kunci sandi',
  passkeyPending: 'Menunggu perangkat Anda...',
  passkeyHint: 'Sidik jari, wajah, atau PIN perangkat Anda.',
  passkeyCancelled: 'Belum ada bukti dari perangkat Anda. Coba lagi, atau pakai cara lain.',
  passkeyFailed: 'Kunci sandi tidak dapat dipakai di sini. Pakai cara lain.',
  passkeyUnknown: 'Browser ini tidak mengenal kunci sandi. Pakai browser atau perangkat lain.',
  or: 'atau',
  pending: 'Memeriksa...',
} as const;

/** The ways that are typed, in the order in which they are offered. */
const TYPED = {
  otp: {
    label: 'Kode dari aplikasi',
    hint: 'Enam angka yang sedang tampil di aplikasi autentikator Anda.',
    choose: 'Pakai kode aplikasi',
    empty: 'Kode harus diisi',
  },
  password: {
    label: 'Password',
    hint: 'Password yang Anda pakai untuk masuk.',
    choose: 'Pakai password',
    empty: 'Password harus diisi',
  },
  recovery_code: {
    label: 'Kode pemulihan',
    hint: 'Salah satu dari sepuluh kode yang Anda simpan. Setiap kode berlaku sekali.',
    choose: 'Pakai kode pemulihan',
    empty: 'Kode pemulihan harus diisi',
  },
} as const;

type Typed = keyof typeof TYPED;
export type Proof =
  | { passkey: CredentialProof }
  | { otp: string }
  | { password: string }
  | { recovery_code: string };

const Or = styled.p`
  display: flex;
  align-items: center;
  gap: 12px;
  color: var(--text-muted);
  font-size: 0.875rem;
  &::before,
  &::after {
    content: '';
    flex: 1;
    border-block-start: 1px solid var(--border-subtle);
  }
`;

/**
 * Asks for one proof out of several kinds: the passkey's button first, then one field, and buttons that change to another
 * field. Plain fields, because it belongs to the login.
 */
export function ProofForm({
  kinds,
  passkey,
  submit,
  pending,
  error,
  onSend,
  other,
}: {
  kinds: readonly (Typed | 'passkey')[];
  passkey?: RequestOptions | undefined;
  /** Label of the button that sends a field. */
  submit: string;
  pending: boolean;
  /** Of the last try. */
  error: Error | null;
  onSend: (proof: Proof) => void;
  /** A further button at the end. */
  other?: ReactNode;
}) {
  const typed = (Object.keys(TYPED) as Typed[]).filter((kind) => kinds.includes(kind));
  const usable = passkey !== undefined && knowsPasskeys();
  const [way, setWay] = useState<Typed | null>(typed[0] ?? null);
  const [value, setValue] = useState('');
  const [asked, setAsked] = useState(false);
  const [asking, setAsking] = useState(false);
  const [by, setBy] = useState<'passkey' | 'field'>('field');
  const [note, setNote] = useState<string | null>(null);
  const [past, setPast] = useState<Error | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);

  // Here, not by `autoFocus`: in a dialog that would run before it allows focus inside.
  useEffect(() => (button.current ?? field.current)?.focus(), []);
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);

  const ask = async () => {
    if (!passkey || pending || asking) return;
    setNote(null);
    setBy('passkey');
    setAsking(true);
    try {
      const proof = await provePasskey(passkey);
      if (proof) onSend({ passkey: proof });
      else setNote(copy.passkeyCancelled);
    } catch {
      setNote(copy.passkeyFailed);
    }
    setAsking(false);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (pending || way === null) return;
    setNote(null);
    setBy('field');
    setAsked(true);
    if (value.trim() === '') field.current?.focus();
    else onSend({ [way]: way === 'password' ? value : value.trim() } as unknown as Proof);
  };
  const change = (next: Typed) => {
    setWay(next);
    setPast(error);
    setValue('');
    setAsked(false);
    setNote(null);
    requestAnimationFrame(() => field.current?.focus());
  };

  const texts = way && TYPED[way];
  const shown = {
    ref: field,
    name: way ?? '',
    value,
    error: texts && asked && value.trim() === '' ? texts.empty : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) => setValue(target.value),
  };
  return (
    <Stack $gap={20}>
      {usable ? (
        <Stack $gap={8}>
          <Button
            ref={button}
            block
            icon={<KeyRound size={18} aria-hidden="true" />}
            pending={asking || (pending && by === 'passkey')}
            pendingLabel={copy.passkeyPending}
            onClick={() => void ask()}
          >
            {copy.passkey}
          </Button>
          <Quiet $small role="status">
            {note ?? copy.passkeyHint}
          </Quiet>
        </Stack>
      ) : null}
      {kinds.includes('passkey') && !usable && typed.length === 0 ? (
        <Banner tone="attention">{copy.passkeyUnknown}</Banner>
      ) : null}
      {usable && texts ? <Or>{copy.or}</Or> : null}
      <Alert>{error && error !== past && messageOf(error)}</Alert>
      {texts ? (
        <Stack as="form" $gap={20} method="post" noValidate onSubmit={send}>
          {way === 'otp' ? (
            <OtpField {...shown} label={texts.label} hint={texts.hint} />
          ) : way === 'password' ? (
            <PasswordField {...shown} label={texts.label} hint={texts.hint} autoComplete="current-password" />
          ) : (
            <TextField
              {...shown}
              label={texts.label}
              hint={texts.hint}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
            />
          )}
          <Button
            type="submit"
            block
            variant={usable ? 'secondary' : 'primary'}
            pending={pending && by === 'field'}
            pendingLabel={copy.pending}
          >
            {submit}
          </Button>
        </Stack>
      ) : null}
      <Row $gap={4} $justify="between">
        {typed
          .filter((kind) => kind !== way)
          .map((kind) => (
            <Button key={kind} variant="ghost" onClick={() => change(kind)}>
              {TYPED[kind].choose}
            </Button>
          ))}
        {other}
      </Row>
    </Stack>
  );
}
