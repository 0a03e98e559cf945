import type { LoaderFunctionArgs } from 'react-router'
import { languageOf } from '../../i18n/languages.ts'
import { sayMoney } from '../../i18n/say-money.ts'
import { offerContext } from '../../platform/provided.ts'

/** What PRO costs a month here, in the words of who asks. */
export function priceFor({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): string {
  const pro = context.get(offerContext).plans.find(({ plan_code }) => plan_code === 'PRO')
  return pro?.price ? sayMoney(languageOf(request), pro.price) : ''
}
