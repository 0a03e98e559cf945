import { pathTo } from '#common/path-to.ts'
import { pbkdf2Sync } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { newId } from '#server/database/new-id.ts'
import type { ChallengeAnswer } from '#server/integrations/captcha.ts'
import { anEntry } from '../../../tests/factories/contacts.ts'
import { phone } from '../phone.ts'
import type { Ground } from './ground.ts'
import { keptSockets, type Asked } from './kept-sockets.ts'

export type Answer = { what: string; status: number; ms: number; retryAfter: string | null }
export type Mix = {
  /** One of the mixture, whatever comes next in turn. */
  ask(turn: number): Promise<Answer>
  /** Puzzles of that many captures to come, asked for and worked out beforehand: a flood keeps the server busy, not whoever makes it. */
  prepare(count: number): Promise<void>
  /** What visitors were told is kept. */
  acknowledged: string[]
}

const reCaptchaAction = 'carte/connect_client'
/** Of twenty: two captures, ten card pages, three calls, two pictures, a visit told, an owner who searches and one who looks at a report. */
const turns = 'CpppapipatCpppapipso'
export const captureShare = 0.1

export function aMix(url: string, { aliases, owners, pictures }: Ground): Mix {
  const acknowledged: string[] = []
  const prepared: { alias: string; reCaptchaResponse: string }[] = []
  const askSocket = keptSockets(url)
  let count = 0

  async function timed(what: string, path: string, init: Asked = {}): Promise<{ answer: Answer; said: string }> {
    const begunMs = performance.now()
    const from = `10.${(++count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
    const headers = { 'user-agent': phone, 'accept-language': 'en', 'x-forwarded-for': from, ...init.headers }
    const { status, retryAfter, said } = await askSocket(path, { ...init, headers })
    return { answer: { what, status, ms: performance.now() - begunMs, retryAfter }, said }
  }

  /** What is measured is kept for the whole run; what a page said is not. */
  const plain = async (...asked: Parameters<typeof timed>): Promise<Answer> => (await timed(...asked)).answer

  const post = (what: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    plain(what, path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

  /** The puzzle of a form, or why there is none. */
  async function openForm(alias: string): Promise<{ challenge: Answer; said: string }> {
    const query = new URLSearchParams({ alias, action: reCaptchaAction })
    const { answer, said } = await timed('challenge', `${pathTo('contacts.challenge')}?${query}`)
    return { challenge: answer, said }
  }

  async function capture(alias: string): Promise<Answer> {
    const ready = prepared.pop()
    if (ready) return leave(ready)
    const { challenge, said } = await openForm(alias)
    return challenge.status === 200 ? leave({ alias, reCaptchaResponse: await workOut(JSON.parse(said)) }) : challenge
  }

  async function prepareOne(alias: string) {
    const { challenge, said } = await openForm(alias)
    if (challenge.status !== 200) throw new Error(`A form did not open: ${challenge.status}`)
    prepared.push({ alias, reCaptchaResponse: await workOut(JSON.parse(said)) })
  }

  async function leave(proved: { alias: string; reCaptchaResponse: string }): Promise<Answer> {
    const name = `Visitor ${newId(Date.now())}`
    const left = await post('capture', pathTo('contacts.submit'), anEntry({ ...proved, name, reCaptchaAction }))
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
      return post('report', pathTo('visits.report'), { alias, ...report }, asks)
    }
    return post('search', pathTo('contacts.search', { page: 1, pageSize: 10, tag: 'none' }), { SearchFor: 'Wren' }, asks)
  }

  return {
    acknowledged,
    async prepare(most) {
      let begun = 0
      const one = async () => {
        while (begun < most) await prepareOne(aliases[begun++ % aliases.length] ?? '')
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

/** What a browser works out, at a tenth of the cost: where a key takes a microsecond, handing it to another thread takes ten. */
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
  // Given up after its own time: sent all the same it would be refused, and look like a fault of the server.
  if (!solution) throw new Error('The loader was too busy to work out a puzzle.')
  return btoa(JSON.stringify({ challenge, solution }))
}
