import {
  Baby,
  ClipboardList,
  Gauge,
  House,
  Megaphone,
  MessageSquareText,
  Receipt,
  RefreshCcw,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  UserCog,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  '/dashboard': House,
  '/profile': UsersRound,
  '/children': Baby,
  '/registrations': ClipboardList,
  '/enrollment': RefreshCcw,
  '/tagihan': Receipt,
  '/privacy': ShieldCheck,
  '/admin/registration': ClipboardList,
  '/admin/announcements': Megaphone,
  '/admin/enrollment': RefreshCcw,
  '/admin/invoices': Receipt,
  '/admin/users': UserCog,
  '/admin/messages': MessageSquareText,
  '/admin/audit': ScrollText,
  '/admin/erasure-requests': ShieldAlert,
};

/** The icon of a navigation item. */
export function NavIcon({ path }: { path: string }) {
  const Icon = ICONS[path] ?? Gauge;
  return <Icon size={20} aria-hidden="true" />;
}
