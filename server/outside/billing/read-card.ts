import { z } from 'zod'
import type { PaymentCard } from '#contract/billing.ts'

const Printed = z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })
const Method = z.object({ object: z.literal('payment_method'), type: z.string(), card: Printed.nullish() })
const OldCard = Printed.extend({ object: z.literal('card') })
const OtherSource = z.object({ object: z.string(), type: z.string().optional(), last4: z.string().nullish() })

/** What never runs out, such as an account at a bank. */
const never = '9999-12'

/** A means of payment as far as anybody may see it; null where there is none, or only its id. */
export function readCard(raw: unknown): PaymentCard | null {
  const method = Method.safeParse(raw).data
  if (method?.card) return printed(method.card)
  if (method) return { brand: method.type, last4: '', expires: never }
  const old = OldCard.safeParse(raw).data
  if (old) return printed(old)
  const other = OtherSource.safeParse(raw).data
  return other ? { brand: other.type ?? other.object, last4: other.last4 ?? '', expires: never } : null
}

function printed({ brand, last4, exp_month: month, exp_year: year }: z.output<typeof Printed>): PaymentCard {
  return { brand: brand.toLowerCase(), last4, expires: `${year}-${String(month).padStart(2, '0')}` }
}
