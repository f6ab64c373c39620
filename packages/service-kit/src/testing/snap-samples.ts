/**
 * A notification of a paid virtual account as Winpay publishes it, to the byte: "Signature Callback Validation"
 * (docs.winpay.id), with the public key of its test system. The page folds the four spaces of the numbers into one. Looked up
 * 2026-11-29.
 */
export const WINPAY = {
  key: `-----BEGIN PUBLIC KEY-----
MIGeMA0GCSqGSIb3DQEBAQUAA4GMADCBiAKBgHGK10J1oBbCD75Wy8P5rL8zzCz9
lpHZ7OIHVaO4vlX0tjpKD887ldaTLl4Vdhc6I88OHscV/ijQ7OQ07IpWLAoSm7VK
puiUDt9xUx9dCHAIrH6DDNOI95z2b6jxwh81ZTC+LCDsEb5b797dmxa7Kv8kABjo
Nt8JR33E9p3d7uzrAgMBAAE=
-----END PUBLIC KEY-----`,
  partnerId: '170041',
  call: {
    method: 'POST',
    path: '/sandbox_prod/url_listener.php/v1.0/transfer-va/payment',
    raw: Buffer.from(
      '{"partnerServiceId":"    9042","customerNo":"00000009","virtualAccountNo":"    904200000009","virtualAccountName":"WINPAY - fiandi","trxId":"INV-000000023220","paymentRequestId":"45539","paidAmount":{"value":"10000.00","currency":"IDR"},"trxDateTime":"2024-01-11T08:57:55+07:00","additionalInfo":{"contractId":"si1cd5671d-2ffe-4cca-aff0-b8ee9bc1c041","channel":"BSI"}}',
    ),
    timestamp: '2024-01-11T08:57:55+07:00',
  },
  signature:
    'Zng8tJgtK2lPd8CP89KyO1OGEKXn1tFfXevTGIn5IhHYDpobp7+4uvuczP5HwldghO5mzkh03v6wnggoZev8M2RyKegbrRaIr66KbAgr6sfKfH9MfkXFcEKpF/am8QMr4oExKPdYTdGEr6pq6m1CzUjFQsyu9z6JuMGrjXrxFXU=',
};
