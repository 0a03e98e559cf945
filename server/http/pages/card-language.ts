import { chosenLanguage, withoutChosenLanguage } from '#common/request-language.ts'
import { ownerPages, reservedSegments, sidePages } from '#contract/pages.ts'
import type { Change } from '#server/database/changes/changes.ts'
import type { Answer } from '../cache/answer-cache.ts'
import { answerCall } from '../calls/api-in-process.ts'
import type { PageContext, PageDeps } from './render-page.ts'

type CardLanguageDeps = Pick<PageDeps, 'handlers' | 'cache'>

/** Pages behind the login: like the account's, they are in the language that the owner chose on this device. */
const ownerSegments: ReadonlySet<string> = new Set(
  [...Object.values(ownerPages), sidePages.emailSignature].map((path) => path.split('/')[0] ?? ''),
)

const keyOf = (alias: string) => `translations ${alias.toLowerCase()}`

/** The alias of the card whose page this is; null for other pages, which are in the language chosen on this device. */
function cardIn({ pathname }: URL): string | null {
  const [alias = '', page = ''] = pathname
    .replace(/\.data$/, '')
    .split('/')
    .slice(1)
  return alias === '' || reservedSegments.has(alias.toLowerCase()) || ownerSegments.has(page) ? null : alias
}

const headersFor = (headers: Headers, card: Pick<Answer, 'status'> | null) =>
  card?.status === 200 ? headers : withoutChosenLanguage(headers)

/**
 * The headers a page is rendered for, or null until the card is read. A card follows the browser's language; the one chosen on this
 * device applies only to cards with the experiment EnableTranslations.
 */
export function knownPageHeaders({ cache }: Pick<PageDeps, 'cache'>, url: URL, { headers }: Request): Headers | null {
  const alias = chosenLanguage(headers) ? cardIn(url) : null
  if (alias === null) return headers
  const card = cache.get(keyOf(alias))
  return card ? headersFor(headers, card) : null
}

/** The same, read within the limits of pages: otherwise the cookie would be a way to look for cards without a limit. */
export async function readPageHeaders(deps: CardLanguageDeps, url: URL, request: Request, context: Pick<PageContext, 'visitor'>) {
  const card = await readTranslations(deps, cardIn(url) ?? '', { request, visitor: context.visitor })
  return headersFor(request.headers, card)
}

/** 200 for a card with translations. Null for a missing card, and while the database is unavailable. Cached like a page of the card. */
async function readTranslations(
  { handlers, cache }: CardLanguageDeps,
  alias: string,
  around: { request: Request; visitor: string },
): Promise<Pick<Answer, 'status'> | null> {
  const read = async () => {
    const dependsOn = new Set<Change>()
    const traces = { dependsOn: (change: Change) => void dependsOn.add(change), setCookie() {} }
    const answer = await answerCall('cards.read', { handlers, caller: { kind: 'visitor' }, ...around, ...traces }, { params: { alias } })
    const card = answer['{product}']
    const isOn = 'experiments' in card && card.experiments.some(({ name, enabled }) => name === 'EnableTranslations' && enabled)
    return { answer: { status: isOn ? 200 : 404, headers: {}, body: Buffer.alloc(0) }, dependsOn }
  }
  return cache.make(keyOf(alias), read).catch(() => null)
}
