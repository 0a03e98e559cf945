/** Decimal places of a currency: 2 for USD, 0 for JPY. */
export const currencyDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in the currency’s minor units, as payment providers count: `14.90` is 1490 in USD and 15 in JPY. */
export const toMinorUnits = (amount: string, currency: string): number => Math.round(Number(amount) * 10 ** currencyDigits(currency))

/** 1490 in USD is 14.9. */
export const fromMinorUnits = (units: number, currency: string): number => units / 10 ** currencyDigits(currency)
