/** How many digits of a currency stand behind the point: 2 of USD, none of JPY. */
export const coinDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** `14.90` in the currency’s smallest coin, as providers count: 1490 of USD, 15 of JPY. */
export const smallestCoins = (amount: string, currency: string): number => Math.round(Number(amount) * 10 ** coinDigits(currency))

/** 1490 of USD as 14.9. */
export const fromCoins = (coins: number, currency: string): number => coins / 10 ** coinDigits(currency)
