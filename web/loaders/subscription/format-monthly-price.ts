import type { LoaderFunctionArgs } from 'react-router'
import { requestLanguage } from '#common/request-language.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import { offerContext } from '../../platform/router-context.ts'

/** The monthly price of PRO in the reader's language. */
export function formatMonthlyPrice({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): string {
  const pro = context.get(offerContext).plans.find(({ plan_code }) => plan_code === 'PRO')
  return pro?.price ? formatMoney(requestLanguage(request), pro.price) : ''
}
