import { chosenLanguage, withoutChosenLanguage } from '#common/request-language.ts'
import { ownerPages, reservedSegments, sidePages } from '#contract/pages.ts'
import type { Change } from '#server/database/changes/changes.ts'
import { answerCall } from '../calls/api-in-process.ts'
import type { PageContext, PageDeps } from './render-page.ts'

type CardLanguageDeps = Pick<PageDeps, 'handlers' | 'cache'>

/** Pages behind the login: like the account's, they are in the language that the owner chose on this device. */
const ownerSegments: ReadonlySet<string> = new Set(
  [...Object.values(ownerPages), sidePages.emailSignature].map((path) => path.split('/')[0] ?? ''),
)

/**
 * The headers a page is rendered for. A card follows the browser's language; the one chosen on this device applies only to cards
 * with the experiment EnableTranslations.
 */
export async function pageRequestHeaders(
  deps: CardLanguageDeps,
  { pathname }: URL,
  request: Request,
  { visitor }: Pick<PageContext, 'visitor'>,
): Promise<Headers> {
  const { headers } = request
  if (!chosenLanguage(headers)) return headers
  const [alias = '', page = ''] = pathname
    .replace(/\.data$/, '')
    .split('/')
    .slice(1)
  const isOfCard = alias !== '' && !reservedSegments.has(alias.toLowerCase()) && !ownerSegments.has(page)
  return isOfCard && !(await hasTranslations(deps, alias, { request, visitor })) ? withoutChosenLanguage(headers) : headers
}

/** False for a missing card, and while the database is unavailable. Cached like a page of the card. */
async function hasTranslations(
  { handlers, cache }: CardLanguageDeps,
  alias: string,
  around: { request: Request; visitor: string },
): Promise<boolean> {
  const read = async () => {
    const dependsOn = new Set<Change>()
    const traces = { dependsOn: (change: Change) => void dependsOn.add(change), setCookie() {} }
    const answer = await answerCall('cards.read', { handlers, caller: { kind: 'visitor' }, ...around, ...traces }, { params: { alias } })
    const card = answer['{product}']
    const isOn = 'experiments' in card && card.experiments.some(({ name, enabled }) => name === 'EnableTranslations' && enabled)
    return { answer: { status: isOn ? 200 : 404, headers: {}, body: Buffer.alloc(0) }, dependsOn }
  }
  const known = await cache.make(`translations ${alias.toLowerCase()}`, read).catch(() => null)
  return known?.status === 200
}
