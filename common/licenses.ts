import type { Card } from '#contract/cards/cards.ts'

/** The licenses a card shows under the name and in the signature: the person's, then the company's. */
export function licensesOf({ settings: { licenseNumber }, companyLicense }: Pick<Card, 'settings' | 'companyLicense'>): string[] {
  return [licenseNumber.show ? licenseNumber.number : '', companyLicense].filter(Boolean)
}
