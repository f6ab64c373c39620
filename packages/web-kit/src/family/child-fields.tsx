import { birthDays } from '@gerbang/domain/day-range';
import { BLOOD_TYPES, GENDER_LABELS, GENDERS } from '@gerbang/domain/family-options';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { nikWarnings } from '@gerbang/domain/nik';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { DateField } from '@gerbang/ui/date-field';
import { FormSection } from '@gerbang/ui/form-section';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { Row } from '@gerbang/ui/layout';
import { useState } from 'react';
import { DigitsField } from './digits-field.tsx';
import { RegionFields } from './region-fields.tsx';
import { childFormCopy as copy, nikCopy } from './child-form.copy.ts';
import type { ChildField, ChildValues } from './child-values.ts';
import { useRegions, useProfile } from './family.api.ts';
import type { FamilyForm } from './use-family-form.ts';

/** A note where a NIK disagrees with the child's data, or is the family card's; it does not prevent saving. */
function NikNote({ values }: { values: ChildValues }) {
  const provinces = useRegions('provinsi', '');
  const [today] = useState(() => jakartaDay(new Date()));
  const { nik, kk_number, birth_date, gender } = values;
  const odd = nikWarnings(
    nik,
    {
      birth_date,
      gender: gender === 'male' || gender === 'female' ? gender : null,
      provinces: provinces.data?.map((province) => province.code) ?? [],
    },
    today,
  );
  const warnings = nik.length === 16 && nik === kk_number ? ([...odd, 'kk'] as const) : odd;
  return (
    <div role="status">
      {warnings.length > 0 ? (
        <Banner tone="attention">
          {warnings.map((warning) => (
            <p key={warning}>{nikCopy[warning]}</p>
          ))}
          <p>{nikCopy.check}</p>
        </Banner>
      ) : null}
    </div>
  );
}

const ADDRESS = ['provinsi', 'kab_kota', 'kecamatan', 'kelurahan', 'address'] as const;

/** Fills in the family's address, so that it is not typed twice. */
function ParentAddress({ form }: { form: FamilyForm<ChildField> }) {
  const profile = useProfile();
  const [said, setSaid] = useState('');
  const use = async () => {
    const { data } = profile.data ? profile : await profile.refetch();
    if (!data) {
      setSaid(copy.parentAddressFailed);
      return;
    }
    if (ADDRESS.every((name) => !data[name])) {
      setSaid(copy.parentAddressEmpty);
      return;
    }
    form.fill(Object.fromEntries(ADDRESS.map((name) => [name, data[name] ?? ''])));
    setSaid(copy.parentAddressUsed);
  };
  return (
    <Row $apart={12} $align="center">
      <Button variant="secondary" onClick={() => void use()}>
        {copy.parentAddress}
      </Button>
      <p role="status">{said}</p>
    </Row>
  );
}

/** The two sections of a child's form; `ownFamily` = the caller's own, whose address can be used. */
export function ChildFields({
  form,
  ownFamily = true,
}: {
  form: FamilyForm<ChildField>;
  ownFamily?: boolean;
}) {
  const { fields } = copy;
  const [born] = useState(() => birthDays(new Date()));
  return (
    <>
      <FormSection title={copy.personal}>
        <TextField {...form.field('full_name')} label={fields.full_name} autoComplete="off" maxLength={100} />
        <TextField
          {...form.field('nick_name')}
          label={fields.nick_name}
          optional
          autoComplete="off"
          maxLength={50}
        />
        <RadioGroup
          {...form.radio('gender')}
          label={fields.gender}
          optional
          options={GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] }))}
        />
        <TextField
          {...form.field('birth_city')}
          label={fields.birth_city}
          autoComplete="off"
          maxLength={100}
        />
        <DateField
          {...form.choice('birth_date')}
          label={fields.birth_date}
          hint={copy.birthDateHint}
          limits={born}
        />
        <div>
          <DigitsField
            field={form.field('nik')}
            label={fields.nik}
            hint={copy.nikHint}
            optional
            onPasted={(digits) => form.set('nik', digits)}
          />
          <NikNote values={form.values} />
        </div>
        <DigitsField
          field={form.field('kk_number')}
          label={fields.kk_number}
          hint={copy.kkHint}
          optional
          onPasted={(digits) => form.set('kk_number', digits)}
        />
        <TextField
          {...form.field('sibling_count')}
          label={fields.sibling_count}
          optional
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          style={{ maxWidth: 96 }}
        />
        <Select
          {...form.field('blood_type')}
          label={fields.blood_type}
          optional
          placeholder={copy.choose}
          options={BLOOD_TYPES.map((value) => ({ value, label: value }))}
          style={{ maxWidth: 160 }}
        />
      </FormSection>
      <FormSection title={copy.addressSection}>
        {ownFamily ? <ParentAddress form={form} /> : null}
        <RegionFields form={form} />
      </FormSection>
    </>
  );
}
