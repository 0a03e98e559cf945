import { describe, expect, test } from 'vitest'
import { cardHref } from '#contract/pages.ts'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { aSharedVisitor } from '../harness/visitor.ts'

const app = await siteApp()
const shared = aSharedVisitor()

describe('the home of a card', () => {
  test('HOME-1 has identity, contact, actions and links in this order', async () => {
    const visitor = await shared()
    await visitor.open('/maren/home')
    const main = visitor.page.getByRole('main')

    const inOrder = [
      main.getByRole('img', { name: 'Maren Holloway' }),
      main.getByRole('heading', { level: 1, name: 'Maren Holloway' }),
      main.getByText('Broker Associate'),
      main.getByText('Finding people the light they want to live in.'),
      main.getByText('BA-918204'),
      main.getByText('Harbor & Pine Realty'),
      main.getByRole('link', { name: '(207) 555-0142' }),
      main.getByRole('link', { name: '(207) 555-0118' }),
      main.getByRole('link', { name: '(207) 555-0167' }),
      main.getByRole('link', { name: /maren\.holloway@example\.com/ }),
      main.getByRole('link', { name: /add to contacts/i }),
      main.getByRole('link', { name: 'Instagram' }),
    ]
    const elements = await Promise.all(inOrder.map((part) => part.first().elementHandle()))
    // All at once: the page may still be moving.
    const places = await visitor.page.evaluate(
      (parts) => parts.map((part) => (part?.checkVisibility() ? part.getBoundingClientRect().y : undefined)),
      elements,
    )
    expect(places).not.toContain(undefined)
    expect(places).toEqual(places.toSorted((a = 0, b = 0) => a - b))
  })

  test('the next visitor sees an edit, although the page was cached', async () => {
    const { alias, id } = await aCard(app.deps)
    const visitor = await shared()
    const titleCount = async () => {
      await visitor.open(cardHref({ alias }, 'home'))
      return await visitor.page.getByRole('main').getByText('Broker of the year').count()
    }
    expect(await titleCount()).toBe(0)
    await changeCard(app.deps, id, { title: 'Broker of the year' })
    await expect.poll(titleCount).toBe(1)
  })

  test('HOME-4 the action is ADD TO CONTACTS, to the vCard', async () => {
    const { alias } = await aCard(app.deps)
    const visitor = await shared()
    await visitor.open(cardHref({ alias }, 'home'))

    const action = visitor.page.getByRole('main').getByRole('link', { name: 'ADD TO CONTACTS' })
    expect(await action.getAttribute('href')).toBe(cardHref({ alias }, 'vCard'))
  })
})
