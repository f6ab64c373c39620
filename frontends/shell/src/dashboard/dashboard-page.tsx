import { Quiet } from '@gerbang/ui/layout';
import { can } from '@gerbang/domain/abilities';
import { salutation } from '@gerbang/domain/salutations';
import { Card } from '@gerbang/ui/card';
import { Disclosure } from '@gerbang/ui/disclosure';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { Navigate } from '@gerbang/web-kit/page/router';
import { newResults } from '@gerbang/web-kit/api/new-results';
import { useSession } from '@gerbang/web-kit/session/session';
import { CircleCheck } from 'lucide-react';
import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';
import { publicInfo } from '../public-info.ts';
import { RemotePage } from '../remotes/remote-page.tsx';
import { wordsOfToday } from './today.ts';

/** The dashboard's column; the first paint uses it already. */
export const Stack = styled.div`
  display: grid;
  gap: 12px;
  max-width: 800px;
  @media (min-width: 768px) {
    gap: 24px;
  }
`;

const Salam = styled.h2`
  font-size: 1.3125rem;
  line-height: 1.34;
  @media (min-width: 768px) {
    font-size: 1.5rem;
  }
`;

// Wider screens have the day in the bar instead.
const Hello = styled.p`
  color: var(--text-secondary);
  @media (min-width: 768px) {
    display: none;
  }
`;

/** The greeting with the day in both calendars; the first paint does not know the name. */
export function Greeting({ name, today }: { name?: string; today: string }) {
  return (
    <>
      <Salam>
        {copy.salam}
        {name ? `, ${name}` : null}
      </Salam>
      <Quiet $small data-first-today="">
        {today}
      </Quiet>
    </>
  );
}

const text = {
  welcome: (name: string) => `Selamat datang, ${name}`,
  adviceTitle: 'Agar pendaftaran berjalan lancar',
  advice: [
    'Lengkapi data ayah dan ibu.',
    'Pastikan data sesuai dengan dokumen resmi.',
    'Gunakan nomor kontak yang aktif agar mudah dihubungi.',
  ],
  users: 'Kelola pengguna',
};

const Welcome = styled(Card)`
  h2 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
  p {
    margin-block: 4px 8px;
    color: var(--text-secondary);
  }
  li {
    display: flex;
    gap: 12px;
    padding-block: 6px;
  }
  li svg {
    margin-block-start: 2px;
    color: var(--text-link);
  }
`;

const Folded = styled(Welcome)`
  padding-block: 8px;
`;

// As high as the cards of a new family, or as one card of staff, so that the content below does not jump.
const Cards = styled.div<{ $staff?: boolean }>`
  min-height: ${(props) => (props.$staff ? 220 : 500)}px;
`;

/** The greeting of today. */
function GreetingNow({ name }: { name?: string }) {
  const [today] = useState(wordsOfToday);
  return <Greeting {...(name && { name })} today={today} />;
}

/** As wide as two columns; each card inside is as wide as it reads well. */
const Wide = styled(Stack)`
  max-width: 1184px;
`;

const Below = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  align-items: start;
  margin-block-start: 12px;
  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    margin-block-start: 0;
  }
`;

/** The results that have opened by themselves since the page was loaded: the dashboard stays reachable. */
const led = new Set<string>();

/** Opens the new result, or the list of them where there are several. */
function ToNews({ news }: { news: readonly OwnResult[] }) {
  useEffect(() => {
    for (const { id } of news) led.add(id);
  }, [news]);
  const [only] = news;
  return <Navigate to={only && news.length === 1 ? `/hasil/${only.registration.id}` : '/hasil'} />;
}

/** The advice for a family that begins; one that has registered a child finds it folded. */
function WelcomeCard({ name, folded }: { name: string; folded: boolean }) {
  const advice = (
    <ul>
      {text.advice.map((line) => (
        <li key={line}>
          <CircleCheck size={20} aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  );
  if (folded) {
    return (
      <Folded as="div">
        <Disclosure label={`${text.welcome(name)} · ${text.adviceTitle}`}>{advice}</Disclosure>
      </Folded>
    );
  }
  return (
    <Welcome>
      <h2>{text.welcome(name)}</h2>
      <p>{text.adviceTitle}</p>
      {advice}
    </Welcome>
  );
}

/** What a parent has to do first; the specified cards below it. */
function ParentCards({ name }: { name: string }) {
  // Sent here already, so that it is read while the areas' cards are loading.
  const { data, isPending } = useDashboard();
  const results = data?.announcement?.parent?.results ?? [];
  // A failed read of results is shown: an empty page would look like no result.
  const silent = data?.unavailable.includes('announcement');
  const news = newResults(data);
  if (news.some(({ id }) => !led.has(id))) return <ToNews news={news} />;
  const greeted = salutation(name, data?.admission?.parent?.profile);
  return (
    <Wide>
      <header>
        <GreetingNow {...(isPending ? {} : { name: greeted })} />
      </header>
      <Cards>
        <RemotePage area="admission" path="/dashboard" />
      </Cards>
      <Below>
        {results.length > 0 || silent ? <RemotePage area="announcement" path="/dashboard" /> : null}
        <WelcomeCard name={name} folded={(data?.admission?.parent?.registrations.length ?? 0) > 0} />
      </Below>
    </Wide>
  );
}

/** The dashboard of staff, drawn whole by one area; the day stands in the bar. */
function StaffCards({ name, manages }: { name: string; manages: boolean }) {
  return (
    <Wide>
      <Hello>
        {copy.salam}, {name}
      </Hello>
      <Cards $staff>
        <RemotePage area="admission" path="/dashboard" />
      </Cards>
      {manages ? (
        <div>
          <LinkButton to="/admin/users" $variant="secondary">
            {text.users}
          </LinkButton>
        </div>
      ) : null}
    </Wide>
  );
}

let ledToSetup = false;

/** The frame of the dashboard; its cards come from the areas. */
export function DashboardPage() {
  const { user } = useSession();
  // While the school is not open, staff begin with the set-up. Once a page load, so that the dashboard stays reachable.
  const [toSetup] = useState(
    () => Boolean(user && user.role !== 'wali_murid') && !ledToSetup && publicInfo.notice !== null,
  );
  // React may draw a page and throw it away while another part is still on its way: only what was shown counts.
  useEffect(() => {
    if (toSetup) ledToSetup = true;
  }, [toSetup]);
  if (!user) return null;
  const name = user.name || copy.fallbackName;
  if (user.role === 'wali_murid') return <ParentCards name={name} />;
  if (toSetup) return <Navigate to="/admin/setup" replace />;
  return <StaffCards name={name} manages={can(user.role, 'users.manage')} />;
}
