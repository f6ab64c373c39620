import type { AskedField, DapodikData } from '@gerbang/contracts/dapodik';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Columns, Quiet, Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { AskedInput } from './asked-input.tsx';
import { useDapodikData } from './dapodik.api.ts';
import { ownCopy as copy } from './dapodik.copy.ts';

/** The parts of an address, which the form of the profile chooses one below the other. */
const ADDRESS: readonly string[] = ['address', 'provinsi', 'kab_kota', 'kecamatan', 'kelurahan'];

/** One child: its fields keep their places while the page is open, also those that are known by now. */
function Child({ data }: { data: DapodikData }) {
  const [fields] = useState<readonly AskedField[]>(() => [...data.given, ...data.missing]);
  const given = new Map(data.given.map(({ field, value }) => [field, value]));
  const inAddress = fields.some(({ field }) => ADDRESS.includes(field));
  return (
    <Card as="section" aria-label={data.child_name}>
      <Stack $gap={12}>
        <CardTitle>{data.child_name}</CardTitle>
        <p role="status">{copy.left(data.missing.length)}</p>
        <Columns $from={640} $tracks="1fr 1fr" $gap={16}>
          {fields
            .filter(({ field }) => !ADDRESS.includes(field))
            .map((asked) => (
              <AskedInput
                key={asked.field}
                asked={asked}
                given={given.get(asked.field) ?? null}
                registrationId={data.registration_id}
              />
            ))}
        </Columns>
        {inAddress ? (
          <Stack $gap={8} $items="start">
            <Quiet $small>{copy.address}</Quiet>
            <LinkButton to="/profile" $small $variant="secondary">
              {copy.openProfile}
            </LinkButton>
          </Stack>
        ) : null}
      </Stack>
    </Card>
  );
}

/** /dapodik, 'Data Dapodik': what the school still needs of accepted children; each field is saved by itself. */
export function DapodikDataPage() {
  const read = useDapodikData();
  if (!read.data) {
    return <Loading of={read} card lines={6} row={60} label={copy.loading} failed={copy.loadFailed} />;
  }
  const children = read.data.filter(({ missing, given }) => missing.length + given.length > 0);
  if (children.length === 0) {
    return (
      <Card as="div">
        <EmptyState icon={<GraduationCap size={28} />} title={copy.empty}>
          {copy.emptyText}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Stack $width={800}>
      <p>{copy.lead}</p>
      {children.map((data) => (
        <Child key={data.registration_id} data={data} />
      ))}
    </Stack>
  );
}
