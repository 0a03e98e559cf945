/** `14.90` in the currency’s smallest coin, as providers count: 1490 of USD, 15 of JPY. */
export function smallestCoins(amount: string, currency: string): number {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return Math.round(Number(amount) * 10 ** digits)
}
