import type { OwnSession } from '@gerbang/contracts/sessions';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { Monitor, Smartphone } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Section, Thing, Things } from '../factors/security-parts.tsx';
import { useSessionEnds, type useSessions } from './sessions.api.ts';
import { sessionsCopy as copy, deviceText, networkText } from './sessions.copy.ts';

// Dialogs bring React Aria along; it is loaded when one opens.
const AlertDialog = lazyPart(() => import('@gerbang/ui/alert-dialog').then((file) => file.AlertDialog));

function linesOf(session: OwnSession, current: OwnSession | undefined): readonly string[] {
  return [
    networkText(session, current),
    session.current ? copy.now : copy.lastSeen(session.last_seen_at),
    copy.started(session.started_at),
  ];
}

/** The devices that are logged in: this one is marked, each other can be sent away, or all of them. */
export function SessionsSection({ sessions }: { sessions: ReturnType<typeof useSessions> }) {
  const ends = useSessionEnds();
  const [asked, setAsked] = useState(false);
  const others = useDecision(ends.others, {
    done: ({ ended }) => [copy.ended, copy.endedOthers(ended)],
    failed: copy.endFailed,
    onClose: () => setAsked(false),
  });
  const end = ({ id, device }: OwnSession) => {
    if (ends.one.isPending) return;
    ends.one.mutate(id, {
      onSuccess: () => toast(copy.ended, copy.endedText(deviceText(device))),
      onError: (error) => toastFailure(copy.endFailed, error),
    });
  };
  const current = sessions.data?.find((session) => session.current);
  return (
    <Section title={copy.title} lead={copy.lead}>
      {sessions.data ? (
        <>
          <Things label={copy.title}>
            {[...(current ? [current] : []), ...sessions.data.filter((one) => one !== current)].map(
              (session) => {
                const device = deviceText(session.device);
                const Icon = /Android|iPhone|iPad/u.test(device) ? Smartphone : Monitor;
                return (
                  <Thing
                    key={session.id}
                    icon={<Icon size={20} />}
                    name={device}
                    mark={session.current ? <StatusTag tone="info">{copy.current}</StatusTag> : null}
                    lines={linesOf(session, current)}
                    action={
                      session.current ? null : (
                        <Button
                          small
                          variant="secondary"
                          aria-label={copy.endOf(device)}
                          pending={ends.one.isPending && ends.one.variables === session.id}
                          pendingLabel={copy.ending}
                          onClick={() => end(session)}
                        >
                          {copy.end}
                        </Button>
                      )
                    }
                  />
                );
              },
            )}
          </Things>
          {sessions.data.length > 1 ? (
            <div>
              <Button variant="secondary" onClick={() => setAsked(true)}>
                {copy.endOthers}
              </Button>
            </div>
          ) : (
            <Quiet>{copy.onlyThis}</Quiet>
          )}
        </>
      ) : (
        <Loading of={sessions} lines={4} label={copy.loading} failed={copy.loadFailed} />
      )}
      {asked ? (
        <Suspense fallback={null}>
          <AlertDialog
            title={copy.endOthersTitle}
            confirmLabel={copy.endOthers}
            pendingLabel={copy.ending}
            pending={others.pending}
            onConfirm={() => others.send()}
            onCancel={() => setAsked(false)}
          >
            <p>{copy.endOthersText}</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </Section>
  );
}
