import type { Region } from '@gerbang/contracts/regions';
import * as parents from '@gerbang/contracts/parents';
import * as regions from '@gerbang/contracts/regions';
import { ApiError, call } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { regionCopy } from './family.copy.ts';

export const PROFILE_KEY = ['parent'] as const;

/** The family's profile; empty before the first write. */
export function useProfile() {
  return useQuery({ queryKey: PROFILE_KEY, queryFn: ({ signal }) => call(parents.getParent, { signal }) });
}

export const LEVELS = ['provinsi', 'kab_kota', 'kecamatan', 'kelurahan'] as const;
export type Level = (typeof LEVELS)[number];

function read(level: Level, code: string, signal: AbortSignal): Promise<Region[]> {
  switch (level) {
    case 'provinsi':
      return call(regions.listProvinces, { signal });
    case 'kab_kota':
      return call(regions.listRegencies, { params: { provinceCode: code }, signal });
    case 'kecamatan':
      return call(regions.listDistricts, { params: { regencyCode: code }, signal });
    case 'kelurahan':
      return call(regions.listVillages, { params: { districtCode: code }, signal });
  }
}

/** The regions of a level below the region with this code; a failure has the specified message. */
export function useRegions(level: Level, parentCode: string | null) {
  return useQuery({
    queryKey: ['regions', level, parentCode],
    queryFn: async ({ signal }) => {
      try {
        return await read(level, parentCode ?? '', signal);
      } catch (error) {
        // The cache handles the end of a session.
        if (error instanceof ApiError && error.status === 401) throw error;
        throw new Error(regionCopy[level].failed, { cause: error });
      }
    },
    enabled: parentCode !== null,
  });
}

/** The code of the region with this name; null while unknown. */
export function codeOf(list: readonly Region[] | undefined, name: string): string | null {
  return list?.find((region) => region.name === name)?.code ?? null;
}
