import type { Change } from '#server/db/changes.ts'
import { apiInProcess } from './api-in-process.ts'
import type { AnswerCache } from './answer-cache.ts'
import { giveKept } from './give-kept.ts'
import { everyAnswer } from './headers.ts'
import type { Caller, Handlers } from './mount.ts'
import type { PageBuild } from './page-build.ts'
import { sealPage } from './seal-page.ts'

export type PageDesk = { handlers: Handlers; cache: AnswerCache; pages: PageBuild }

/** How a kept page is found again: by what it says and in which language. */
export function pageKey(language: string, address: string): string {
  return `${language} ${address}`
}

export function answerPage({ handlers, cache, pages }: PageDesk, request: Request, caller: Caller): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  return cache
    .make(pageKey(pages.languageOf(request), pathname + search), async () => {
      const dependsOn = new Set<Change>()
      const api = apiInProcess({ handlers, request, caller, dependsOn: (change) => dependsOn.add(change) })
      const response = await pages.render(asGet(request), api)
      const body = Buffer.from(await response.arrayBuffer())
      return { answer: { status: response.status, headers: headersOf(response, body), body }, dependsOn }
    })
    .then((answer) => giveKept(answer, request))
}

/** The same answer is kept for GET and HEAD, so it is always rendered as a GET. */
function asGet(request: Request): Request {
  return new Request(request.url, { headers: request.headers })
}

function headersOf(response: Response, body: Buffer): Record<string, string> {
  const own = Object.fromEntries(response.headers)
  const isHtml = own['content-type']?.startsWith('text/html')
  return {
    ...everyAnswer,
    ...own,
    ...(isHtml ? sealPage(body.toString('utf8')) : {}),
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding, Accept-Language',
  }
}
