import ipaddr from 'ipaddr.js';

/**
 * The key by which an address is limited: the IPv4 address, or the /64 network of an IPv6 address, because one household
 * has a whole /64 and could use a new address for each request.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
