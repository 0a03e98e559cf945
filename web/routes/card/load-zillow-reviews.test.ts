import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Card } from '#contract/cards/cards.ts'
import { aCard } from '../../../tests/samples/a-card.ts'
import { anAgentReview } from '../../../tests/samples/a-review.ts'
import { loadZillowReviews } from './load-zillow-reviews.ts'

const noAgent = { profile: { profileURL: '' }, reviews: [] }
const someAgent = { profile: { profileURL: 'https://www.zillow.com/profile/maren' }, reviews: [anAgentReview()] }
const someLender = { profileURL: 'https://www.zillow.com/lender-profile/priya', reviews: [] }

/** Stubs calls by name; all others fail. */
async function ask(card: Partial<Card>, answers: Record<string, unknown>) {
  const calls: unknown[] = []
  const call = async (name: string, parts: unknown) => {
    calls.push([name, parts])
    if (name in answers) return answers[name]
    throw { problem: { type: '/problems/not-found', status: 404, title: 'Not found' } }
  }
  const fields = { showZillowReviews: true, zillowWebServicesId: 'maren h', companyName: 'Harbor & Pine Realty', ...card }
  return { found: await loadZillowReviews({ call } as Api, aCard(fields)), calls }
}

const fallback = { experiments: [{ name: 'FallbackZillowReviews', enabled: true }] }

describe('loadZillowReviews', () => {
  test('REV-7 requests an agent by screen name, without a key', async () => {
    const { found, calls } = await ask({}, { 'reviews.agent': someAgent })
    expect(found).toEqual({ agent: someAgent, lender: null })
    expect(calls).toEqual([['reviews.agent', { params: { screenName: 'maren h', id: '0' } }]])
  })

  test('REV-7 requests a lender by number', async () => {
    const card = { gradeServiceTemplateId: 6, zillowWebServicesId: '1948207' }
    const { found, calls } = await ask(card, { 'reviews.lender': someLender })
    expect(found).toEqual({ agent: null, lender: someLender })
    expect(calls).toEqual([['reviews.lender', { params: { nmlsId: '1948207' } }]])
  })

  test('REV-7 falls back to the business name, only with the experiment', async () => {
    expect((await ask({}, { 'reviews.agent': noAgent })).calls).toHaveLength(1)
    const { found, calls } = await ask(fallback, { 'reviews.agent': noAgent, 'reviews.agentFallback': someAgent })
    expect(found.agent).toEqual(someAgent)
    expect(calls[1]).toEqual([
      'reviews.agentFallback',
      { params: { screenName: 'maren h', id: '0', businessName: 'Harbor & Pine Realty' } },
    ])
  })

  test('REV-7 does not fall back if the agent was found', async () => {
    expect((await ask(fallback, { 'reviews.agent': someAgent })).calls).toHaveLength(1)
  })

  test('REV-7 requests a hidden business by screen name', async () => {
    const answers = { 'reviews.agent': noAgent, 'reviews.agentFallback': someAgent }
    const { found, calls } = await ask({ ...fallback, companyName: '' }, answers)
    expect(found.agent).toEqual(someAgent)
    expect(calls[1]).toEqual(['reviews.agentFallback', { params: { screenName: 'maren h', id: '0', businessName: 'maren h' } }])
  })

  test('REV-7 an error means no reviews, never a failed page', async () => {
    expect((await ask(fallback, {})).found).toEqual({ agent: null, lender: null })
    expect((await ask({ gradeServiceTemplateId: 6 }, {})).found).toEqual({ agent: null, lender: null })
  })

  test.each([{ showZillowReviews: false }, { zillowWebServicesId: '' }])('makes no call with %j', async (card) => {
    expect((await ask(card, { 'reviews.agent': someAgent })).calls).toEqual([])
  })
})
