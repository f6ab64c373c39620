import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useChooseChannel, useSettings } from './notifications.api.ts';
import { notificationsCopy } from './notifications.copy.ts';

const copy = notificationsCopy.settings;

/** By which channel each kind of message comes; a choice counts at once. */
export function ChannelSettings() {
  const settings = useSettings();
  const choose = useChooseChannel();
  const { data } = settings;
  const canChoose = data?.kinds.some(({ choices }) => choices.length > 1);
  return (
    <Card>
      <Stack>
        <CardTitle>{copy.title}</CardTitle>
        {data ? (
          <Quiet>{canChoose ? copy.lead : copy.onlyWhatsApp}</Quiet>
        ) : (
          <Loading of={settings} lines={3} label={copy.loading} failed={copy.loadFailed} />
        )}
        {canChoose
          ? data?.kinds.map(({ kind, label, channel, choices }) => (
              <Select
                key={kind}
                label={label}
                value={channel}
                options={choices.map((value) => ({ value, label: copy.channels[value] }))}
                onChange={({ currentTarget: { value } }) =>
                  choose.mutate(
                    { kind, channel: value },
                    {
                      onSuccess: () =>
                        toast(
                          copy.saved,
                          copy.savedText(label, copy.channels[value === 'email' ? 'email' : 'whatsapp']),
                        ),
                      onError: (error) => toastFailure(copy.failed, error),
                    },
                  )
                }
              />
            ))
          : null}
      </Stack>
    </Card>
  );
}
