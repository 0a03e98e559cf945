import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { addresses } from '#contract/addresses.ts'
import { newId } from '#server/db/new-id.ts'
import { anEntry } from '../../tests/factories/contacts.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { filled } from '../../web/platform/fill-address.ts'
import { phone } from '../phone.ts'
import type { Ground } from './ground.ts'

export type Answer = { what: string; status: number; ms: number; retryAfter: string | null }
export type Mix = {
  /** One of the mixture, whatever comes next in turn. */
  ask(turn: number): Promise<Answer>
  /** What visitors were told is kept. */
  acknowledged: string[]
}

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

/** Kept connections, as many as are needed: the client costs a fraction of what `fetch` does, and the machine is shared with it. */
const agent = new Agent({ keepAlive: true })
const reCaptchaAction = 'carte/connect_client'
/** Of twenty: two captures, ten card pages, three calls, two pictures, a visit told, an owner who searches and one who looks at a report. */
const turns = 'CpppapipatCpppapipso'

export function aMix(url: string, { aliases, owners, pictures }: Ground): Mix {
  const acknowledged: string[] = []
  let count = 0

  async function timed(what: string, path: string, init: Asked = {}): Promise<{ answer: Answer; said: string }> {
    const begunMs = performance.now()
    const from = `10.${(++count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
    const headers = { 'user-agent': phone, 'accept-language': 'en', 'x-forwarded-for': from, ...init.headers }
    const { status, retryAfter, said } = await ask(url + path, { ...init, headers })
    return { answer: { what, status, ms: performance.now() - begunMs, retryAfter }, said }
  }

  /** What is measured is kept for the whole run; what a page said is not. */
  const plain = async (...asked: Parameters<typeof timed>): Promise<Answer> => (await timed(...asked)).answer

  const post = (what: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    plain(what, path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

  async function capture(alias: string): Promise<Answer> {
    const query = new URLSearchParams({ alias, action: reCaptchaAction })
    const { answer: challenge, said } = await timed('challenge', `${filled(addresses['contacts.challenge'], {})}?${query}`)
    if (challenge.status !== 200) return challenge
    const name = `Visitor ${newId(Date.now())}`
    const reCaptchaResponse = await solveCaptcha(JSON.parse(said))
    const left = await post(
      'capture',
      filled(addresses['contacts.submit'], {}),
      anEntry({ alias, name, reCaptchaAction, reCaptchaResponse }),
    )
    if (left.status === 200) acknowledged.push(name)
    return left
  }

  function ownersTurn(turn: number): Promise<Answer> {
    const { cookie, alias } = owners[turn % owners.length] ?? { cookie: '', alias: '' }
    const asks = { cookie, 'x-csrf': '1' }
    if (turn % 2) {
      const report = {
        DateRanges: [{ StartDate: '7daysAgo', EndDate: 'today' }],
        Dimensions: [{ Name: 'customEvent:platform_used' }],
        Metrics: [{ Name: 'eventCount' }],
      }
      return post('report', filled(addresses['visits.report'], {}), { alias, ...report }, asks)
    }
    return post('search', filled(addresses['contacts.search'], { page: 1, pageSize: 10, tag: 'none' }), { SearchFor: 'Wren' }, asks)
  }

  return {
    acknowledged,
    ask(turn) {
      const alias = aliases[Math.floor(turn / 2) % aliases.length] ?? ''
      switch (turns[turn % turns.length]) {
        case 'C':
          return capture(alias)
        case 'p':
          return plain('page', `/${alias}/home`)
        case 'a':
          return plain('call', filled(addresses['cards.read'], { alias }))
        case 'i':
          return plain('picture', pictures[turn % pictures.length] ?? '')
        case 't':
          return post('visit', filled(addresses['visits.track'], {}), {
            alias,
            events: [{ name: 'page_view', params: { page_name: 'home' } }],
          })
        default:
          return ownersTurn(turn)
      }
    },
  }
}

function ask(
  url: string,
  { method = 'GET', headers = {}, body }: Asked,
): Promise<{ status: number; retryAfter: string | null; said: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent }, (answer) => {
      const { statusCode: status = 0, headers } = answer
      const retryAfter = headers['retry-after'] ?? null
      text(answer).then((said) => resolve({ status, retryAfter, said }), reject)
    })
    asking.on('error', reject).end(body)
  })
}
