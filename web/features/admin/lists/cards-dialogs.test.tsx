import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { CardsDialogs } from './cards-dialogs.tsx'

const takedownOf = (count: number) => {
  const cards = Array.from({ length: count }, (_, at) => `&card=card-${at + 1}`).join('')
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/admin/cards?dialog=down${cards}`]}>
      <CardsDialogs error={null} />
    </MemoryRouter>,
  )
}

test('a takedown names five of the selected cards and counts the others', () => {
  expect(takedownOf(5)).toContain('/card-5</bdi></span>')
  expect(takedownOf(50)).toContain('/card-5</bdi> and 45 more</span>')
  expect(takedownOf(50).match(/name="alias"/g)).toHaveLength(50)
})

test('a missing reason is not left to the browser to report', () => {
  const reason = /<select[^>]*name="reason"[^>]*>/.exec(takedownOf(2))?.[0]
  expect(reason).toContain('aria-required="true"')
  expect(reason).not.toContain(' required')
})
