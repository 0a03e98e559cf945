import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Card } from '#contract/cards/cards.ts'
import { aCard } from '../../../tests/samples/a-card.ts'
import { anAgentReview } from '../../../tests/samples/a-review.ts'
import { askZillow } from './ask-zillow.ts'

const noAgent = { profile: { profileURL: '' }, reviews: [] }
const someAgent = { profile: { profileURL: 'https://www.zillow.com/profile/maren' }, reviews: [anAgentReview()] }
const someLender = { profileURL: 'https://www.zillow.com/lender-profile/priya', reviews: [] }

/** Answers by name; what has none is refused. */
async function ask(card: Partial<Card>, answers: Record<string, unknown>) {
  const asked: unknown[] = []
  const call = async (name: string, parts: unknown) => {
    asked.push([name, parts])
    if (name in answers) return answers[name]
    throw { problem: { type: '/problems/not-found', status: 404, title: 'Not found' } }
  }
  const given = { showZillowReviews: true, zillowWebServicesId: 'maren h', companyName: 'Harbor & Pine Realty', ...card }
  return { found: await askZillow({ call } as Api, aCard(given)), asked }
}

const fallback = { experiments: [{ name: 'FallbackZillowReviews', enabled: true }] }

describe('askZillow', () => {
  test('REV-7 asks for an agent by screen name, with no key', async () => {
    const { found, asked } = await ask({}, { 'reviews.agent': someAgent })
    expect(found).toEqual({ agent: someAgent, lender: null })
    expect(asked).toEqual([['reviews.agent', { params: { screenName: 'maren h', id: '0' } }]])
  })

  test('REV-7 asks for a lender by number', async () => {
    const card = { gradeServiceTemplateId: 6, zillowWebServicesId: '1948207' }
    const { found, asked } = await ask(card, { 'reviews.lender': someLender })
    expect(found).toEqual({ agent: null, lender: someLender })
    expect(asked).toEqual([['reviews.lender', { params: { nmlsId: '1948207' } }]])
  })

  test('REV-7 where nobody is found asks by business name, only with the experiment', async () => {
    expect((await ask({}, { 'reviews.agent': noAgent })).asked).toHaveLength(1)
    const { found, asked } = await ask(fallback, { 'reviews.agent': noAgent, 'reviews.agentFallback': someAgent })
    expect(found.agent).toEqual(someAgent)
    expect(asked[1]).toEqual([
      'reviews.agentFallback',
      { params: { screenName: 'maren h', id: '0', businessName: 'Harbor & Pine Realty' } },
    ])
  })

  test('REV-7 the experiment asks nobody twice who was found', async () => {
    expect((await ask(fallback, { 'reviews.agent': someAgent })).asked).toHaveLength(1)
  })

  test('REV-7 a hidden business is asked for by screen name', async () => {
    const answers = { 'reviews.agent': noAgent, 'reviews.agentFallback': someAgent }
    const { found, asked } = await ask({ ...fallback, companyName: '' }, answers)
    expect(found.agent).toEqual(someAgent)
    expect(asked[1]).toEqual(['reviews.agentFallback', { params: { screenName: 'maren h', id: '0', businessName: 'maren h' } }])
  })

  test('REV-7 a refusal means no reviews, never a page that fails', async () => {
    expect((await ask(fallback, {})).found).toEqual({ agent: null, lender: null })
    expect((await ask({ gradeServiceTemplateId: 6 }, {})).found).toEqual({ agent: null, lender: null })
  })

  test.each([{ showZillowReviews: false }, { zillowWebServicesId: '' }])('asks nobody with %j', async (card) => {
    expect((await ask(card, { 'reviews.agent': someAgent })).asked).toEqual([])
  })
})
