import { shownEmail } from '@gerbang/domain/users';
import type { User } from '@gerbang/contracts/users';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { langOf } from '@gerbang/ui/lang';
import { Menu } from '@gerbang/ui/menu';
import { initialsOf } from '@gerbang/web-kit/page/format';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useLogout } from '@gerbang/web-kit/session/session';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { KeyRound, LogOut, Monitor, Moon, ShieldCheck, Smartphone, Sun, UserRound } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';
import { Avatar } from './frame-parts.tsx';
import { remember, remembered } from '../storage.ts';

type Theme = 'system' | 'light' | 'dark';

/** The theme that this browser has chosen; the page's own script applies it before the first paint. */
function chosenTheme(): Theme {
  const value = remembered('theme');
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Applies and remembers a theme; CSS variables change, nothing renders again. */
function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  remember('theme', theme === 'system' ? null : theme);
}

const text = {
  profile: 'Profil',
  password: 'Ubah Password',
  phone: 'Nomor WhatsApp',
  security: 'Keamanan akun',
  theme: 'Tampilan',
  themes: { system: 'Sistem', light: 'Terang', dark: 'Gelap' },
  logout: 'Keluar',
  loggingOut: 'Keluar...',
  logoutDone: 'Berhasil keluar',
  logoutDoneText: 'Anda telah keluar dari sistem.',
  logoutFailed: 'Logout gagal',
};

const Head = styled.div`
  display: grid;
  gap: 2px;
  line-height: 1.4;
  b {
    font-weight: 650;
  }
  span {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

const THEMES: readonly { id: Theme; icon: typeof Sun }[] = [
  { id: 'system', icon: Monitor },
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
];

/** Name, e-mail, role; profile, password, number, security, theme, logout. Loaded, and open, when its button is pressed. */
export function UserMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const logout = useLogout();
  const [theme, setTheme] = useState(chosenTheme);

  const leave = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        // The response has emptied the storage (Clear-Site-Data); the theme of this browser is no secret.
        chooseTheme(theme);
        toast(text.logoutDone, text.logoutDoneText);
      },
      onError: (error) => toastFailure(text.logoutFailed, error),
    });

  const pages = [
    // The profile belongs to parents (page table); staff have none.
    ...(user.role === 'wali_murid'
      ? [
          {
            id: 'profile',
            label: text.profile,
            icon: <UserRound size={18} aria-hidden="true" />,
            onAction: () => navigate('/profile'),
          },
        ]
      : []),
    {
      id: 'password',
      label: text.password,
      icon: <KeyRound size={18} aria-hidden="true" />,
      onAction: () => navigate('/password'),
    },
    {
      id: 'phone',
      label: text.phone,
      icon: <Smartphone size={18} aria-hidden="true" />,
      onAction: () => navigate('/phone'),
    },
    {
      id: 'security',
      label: text.security,
      icon: <ShieldCheck size={18} aria-hidden="true" />,
      onAction: () => navigate('/security'),
    },
  ];

  return (
    <Menu
      label={copy.userMenu}
      startsOpen
      trigger={<Avatar initials={initialsOf(user.name)} />}
      head={
        <Head>
          <b>{user.name || copy.fallbackName}</b>
          <span>{shownEmail(user.email)}</span>
          <span lang={langOf(ROLE_LABELS[user.role])}>{ROLE_LABELS[user.role]}</span>
        </Head>
      }
      groups={[
        { id: 'pages', entries: pages },
        {
          id: 'theme',
          title: text.theme,
          entries: THEMES.map(({ id, icon: Icon }) => ({
            id,
            label: text.themes[id],
            icon: <Icon size={18} aria-hidden="true" />,
          })),
          choice: {
            value: theme,
            onChange: (id) => {
              const next = THEMES.find((one) => one.id === id)?.id ?? 'system';
              chooseTheme(next);
              setTheme(next);
            },
          },
        },
        {
          id: 'leave',
          entries: [
            {
              id: 'logout',
              label: logout.isPending ? text.loggingOut : text.logout,
              icon: <LogOut size={18} aria-hidden="true" />,
              keepOpen: true,
              disabled: logout.isPending,
              onAction: leave,
            },
          ],
        },
      ]}
    />
  );
}
