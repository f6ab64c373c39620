import { isIP } from 'node:net';

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // URL writes every spelling in one form, without a dotted IPv4 part.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/u, '')}]/`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/**
 * The key by which an address is limited: the IPv4 address, or the /64 network of an IPv6 address, because one household
 * has a whole /64 and could use a new address for each request.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [, , , , , mark, high = 0, low = 0] = groups;
  const isMapped = mark === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
