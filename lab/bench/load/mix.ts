import { pathTo } from '#common/path-to.ts'
import { pbkdf2Sync } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { newId } from '#server/database/new-id.ts'
import type { ChallengeAnswer } from '#server/integrations/captcha.ts'
import { anEntry } from '../../../tests/factories/contacts.ts'
import { phone } from '../phone.ts'
import type { SeededSite } from './seeded-site.ts'
import { keepAliveSockets, type SocketRequest } from './keep-alive-sockets.ts'

export type Answer = { what: string; status: number; ms: number; retryAfter: string | null }
export type Mix = {
  /** Sends the request for this turn of the mix. */
  ask(turn: number): Promise<Answer>
  /** Fetches and solves the puzzles of this many submissions in advance, so that an overload test measures the server, not the loader. */
  prepare(count: number): Promise<void>
  /** Names of contacts that the server acknowledged. */
  acknowledged: string[]
}

const reCaptchaAction = 'carte/connect_client'
/** Of twenty: two submissions, ten card pages, three calls, two images, a visit, and an owner's search or report twice. */
const turns = 'CpppapipatCpppapipso'
export const captureShare = 0.1

export function aMix(url: string, { aliases, owners, pictures }: SeededSite): Mix {
  const acknowledged: string[] = []
  const prepared: { alias: string; reCaptchaResponse: string }[] = []
  const askSocket = keepAliveSockets(url)
  let count = 0

  async function timed(what: string, path: string, init: SocketRequest = {}): Promise<{ answer: Answer; responseText: string }> {
    const startedMs = performance.now()
    const from = `10.${(++count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
    const headers = { 'user-agent': phone, 'accept-language': 'en', 'x-forwarded-for': from, ...init.headers }
    const { status, retryAfter, responseText } = await askSocket(path, { ...init, headers })
    return { answer: { what, status, ms: performance.now() - startedMs, retryAfter }, responseText }
  }

  /** Drops the body: measurements stay in memory for the whole run. */
  const plain = async (...input: Parameters<typeof timed>): Promise<Answer> => (await timed(...input)).answer

  const post = (what: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    plain(what, path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

  /** The puzzle of a form, or the response that refused it. */
  async function openForm(alias: string): Promise<{ challenge: Answer; responseText: string }> {
    const query = new URLSearchParams({ alias, action: reCaptchaAction })
    const { answer, responseText } = await timed('challenge', `${pathTo('contacts.challenge')}?${query}`)
    return { challenge: answer, responseText }
  }

  async function capture(alias: string): Promise<Answer> {
    const ready = prepared.pop()
    if (ready) return leave(ready)
    const { challenge, responseText } = await openForm(alias)
    return challenge.status === 200 ? leave({ alias, reCaptchaResponse: await workOut(JSON.parse(responseText)) }) : challenge
  }

  async function prepareOne(alias: string) {
    const { challenge, responseText } = await openForm(alias)
    if (challenge.status !== 200) throw new Error(`A form did not open: ${challenge.status}`)
    prepared.push({ alias, reCaptchaResponse: await workOut(JSON.parse(responseText)) })
  }

  async function leave(proved: { alias: string; reCaptchaResponse: string }): Promise<Answer> {
    const name = `Visitor ${newId(Date.now())}`
    const left = await post('capture', pathTo('contacts.submit'), anEntry({ ...proved, name, reCaptchaAction }))
    if (left.status === 200) acknowledged.push(name)
    return left
  }

  function ownersTurn(turn: number): Promise<Answer> {
    const { cookie, alias } = owners[turn % owners.length] ?? { cookie: '', alias: '' }
    const sessionHeaders = { cookie, 'x-csrf': '1' }
    if (turn % 2) {
      const report = {
        DateRanges: [{ StartDate: '7daysAgo', EndDate: 'today' }],
        Dimensions: [{ Name: 'customEvent:platform_used' }],
        Metrics: [{ Name: 'eventCount' }],
      }
      return post('report', pathTo('visits.report'), { alias, ...report }, sessionHeaders)
    }
    return post('search', pathTo('contacts.search', { page: 1, pageSize: 10, tag: 'none' }), { SearchFor: 'Wren' }, sessionHeaders)
  }

  return {
    acknowledged,
    async prepare(most) {
      let started = 0
      const one = async () => {
        while (started < most) await prepareOne(aliases[started++ % aliases.length] ?? '')
      }
      await Promise.all(Array.from({ length: 8 }, one))
    },
    ask(turn) {
      const alias = aliases[Math.floor(turn / 2) % aliases.length] ?? ''
      switch (turns[turn % turns.length]) {
        case 'C':
          return capture(alias)
        case 'p':
          return plain('page', `/${alias}/home`)
        case 'a':
          return plain('call', pathTo('cards.read', { alias }))
        case 'i':
          return plain('picture', pictures[turn % pictures.length] ?? '')
        case 't':
          return post('visit', pathTo('visits.track'), {
            alias,
            events: [{ name: 'page_view', params: { page_name: 'home' } }],
          })
        default:
          return ownersTurn(turn)
      }
    },
  }
}

/** Solves the puzzle on this thread: a key takes a microsecond, handing it to a worker ten. */
async function workOut(answer: ChallengeAnswer): Promise<string> {
  if (answer.kind !== 'proof-of-work') throw new Error('There is nothing to work out.')
  const { signature, parameters } = answer.challenge
  const challenge = { signature, parameters: parameters as Challenge['parameters'] }
  const solution = await solveChallenge({
    challenge,
    deriveKey: async ({ cost, keyLength = 32 }, salt, password) => ({
      parameters: {},
      derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256'),
    }),
  })
  // The puzzle expired. Sending it anyway would look like an error of the server.
  if (!solution) throw new Error('The loader was too busy to work out a puzzle.')
  return btoa(JSON.stringify({ challenge, solution }))
}
