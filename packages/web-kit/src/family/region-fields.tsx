import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { SearchSelect } from '@gerbang/ui/search-select';
import { TextArea } from '@gerbang/ui/text-area';
import { familyCopy, regionCopy } from './family.copy.ts';
import { codeOf, LEVELS, useRegions, type Level } from './family.api.ts';
import type { FamilyForm } from './use-family-form.ts';

/** The part of a form that the address needs. */
interface AddressForm {
  readonly values: Readonly<Record<Level | 'address', string>>;
  readonly choice: (name: Level) => ReturnType<FamilyForm<Level>['choice']>;
  readonly set: (name: Level, value: string) => void;
  readonly field: (name: 'address') => Omit<ReturnType<FamilyForm<'address'>['field']>, 'name'>;
}

function RegionSelect({
  level,
  regions,
  ready,
  form,
}: {
  level: Level;
  regions: ReturnType<typeof useRegions>;
  /** Whether the level above is chosen. */
  ready: boolean;
  form: AddressForm;
}) {
  const copy = regionCopy[level];
  const { value, onChange, ...field } = form.choice(level);
  const list = regions.data ?? [];
  const waiting = ready && regions.isPending;
  const choose = (code: string) => {
    const name = list.find((region) => region.code === code)?.name ?? '';
    if (name === value) return;
    onChange(name);
    for (const below of LEVELS.slice(LEVELS.indexOf(level) + 1)) form.set(below, '');
  };
  return (
    <div>
      <SearchSelect
        {...field}
        label={copy.label}
        searchLabel={copy.search}
        placeholder={!ready ? copy.first : waiting ? familyCopy.loading : copy.choose}
        emptyText={copy.empty}
        options={list.map((region) => ({ id: region.code, label: region.name }))}
        value={codeOf(list, value) ?? ''}
        shown={value}
        disabled={!ready || regions.data === undefined}
        onChange={choose}
      />
      {regions.isError ? (
        <Banner tone="danger" role="alert">
          <Stack $gap={8} $items="start">
            <div>
              {copy.failedText} <span lang="en">{copy.failed}</span>
            </div>
            <Button
              small
              variant="secondary"
              pending={regions.isFetching}
              pendingLabel={familyCopy.loading}
              onClick={() => void regions.refetch()}
            >
              {familyCopy.retry}
            </Button>
          </Stack>
        </Banner>
      ) : null}
    </div>
  );
}

/** Four region selects that depend on one another, and the rest of the address. */
export function RegionFields({ form }: { form: AddressForm }) {
  const { provinsi, kab_kota, kecamatan } = form.values;
  const provinces = useRegions('provinsi', '');
  const province = codeOf(provinces.data, provinsi);
  const regencies = useRegions('kab_kota', province);
  const regency = province === null ? null : codeOf(regencies.data, kab_kota);
  const districts = useRegions('kecamatan', regency);
  const district = regency === null ? null : codeOf(districts.data, kecamatan);
  const villages = useRegions('kelurahan', district);
  return (
    <>
      <RegionSelect level="provinsi" regions={provinces} ready form={form} />
      <RegionSelect level="kab_kota" regions={regencies} ready={province !== null} form={form} />
      <RegionSelect level="kecamatan" regions={districts} ready={regency !== null} form={form} />
      <RegionSelect level="kelurahan" regions={villages} ready={district !== null} form={form} />
      <TextArea
        {...form.field('address')}
        label={familyCopy.address}
        hint={familyCopy.addressHint}
        autoComplete="street-address"
        maxLength={500}
      />
      <Quiet $small>
        {familyCopy.source}{' '}
        <a href={familyCopy.sourceLink} target="_blank" rel="noreferrer">
          {familyCopy.sourceName}
        </a>
        , {familyCopy.licence}
      </Quiet>
    </>
  );
}
