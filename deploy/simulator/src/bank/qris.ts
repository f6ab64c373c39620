const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE, the check of a QR of payment. */
function crc16(text: string): string {
  let crc = 0xff_ff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80_00 ? (crc << 1) ^ 0x10_21 : crc << 1) & 0xff_ff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/**
 * The content of a dynamic QR with a fixed amount, as QRIS builds it upon "EMV QR Code Specification for Payment Systems:
 * Merchant-Presented Mode" 1.1 (emvco.com). No real application pays it: the merchant is made up.
 */
export function qrisContent(of: { merchantId: string; amount: number; reference: string }): string {
  const merchant = field('00', 'ID.CO.SIMULASI.WWW') + field('01', of.merchantId.slice(0, 30));
  const content = [
    field('00', '01'),
    field('01', '12'),
    field('26', merchant),
    field('52', '8211'),
    field('53', '360'),
    field('54', `${of.amount}.00`),
    field('58', 'ID'),
    field('59', 'SEKOLAH SIMULASI'),
    field('60', 'JAKARTA'),
    field('62', field('01', of.reference.slice(0, 25))),
    '6304',
  ].join('');
  return content + crc16(content);
}
