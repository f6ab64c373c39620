import * as profiles from '@gerbang/contracts/statement-profiles';
import { call, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import type { Mapping, Place } from './preview.ts';
import type { RawSample } from './raw-sample.ts';

type Body = CallInput<typeof profiles.createStatementProfile>['body'];

/** Where the file has what, as the call takes it. */
function columnsOf(places: readonly Place[]): Body['columns'] {
  const at = (place: Place) => {
    const found = places.indexOf(place);
    return found < 0 ? {} : { [place]: found };
  };
  return {
    date: places.indexOf('date'),
    description: places.flatMap((place, index) => (place === 'description' ? index : [])),
    ...at('amount'),
    ...at('credit'),
    ...at('debit'),
    ...at('direction'),
    ...at('reference'),
    ...at('balance'),
  };
}

/** Keeps a shape of the school's own; 422 where its sample rows cannot be read by it. */
export function useCreateProfile() {
  return useMutation({
    mutationFn: ({
      accountKey,
      name,
      shape,
      mapping,
    }: {
      accountKey: string;
      name: string;
      shape: RawSample;
      mapping: Mapping;
    }) =>
      call(profiles.createStatementProfile, {
        body: {
          account_key: accountKey,
          name,
          delimiter: shape.delimiter,
          encoding: shape.encoding,
          skip_rows: shape.skip_rows,
          headers: [...shape.headers],
          columns: columnsOf(mapping.places),
          date_format: mapping.dateFormat,
          decimal_sign: mapping.decimal,
          sample: shape.sample.map((row) => [...row]),
        },
      }),
  });
}
