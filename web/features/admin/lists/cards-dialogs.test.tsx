import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ToastProvider } from '../../../ui/overlay/toast.tsx'
import { noSite, SiteContext } from '../../../platform/use-site.ts'
import { CardsDialogs } from './cards-dialogs.tsx'

const takedownOf = (count: number) => {
  const cards = Array.from({ length: count }, (_, at) => `&card=card-${at + 1}`).join('')
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/admin/cards?dialog=down${cards}`]}>
      <CardsDialogs cards={[]} error={null} />
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

test('before a change of plans the dialog counts the selected cards by plan', () => {
  const cardOf = (alias: string, plan: 'FREE' | 'PRO', isTrial = false) => ({ alias, plan, isTrial, isPastDue: false, ownerEmails: [] })
  const cards = [cardOf('a', 'FREE'), cardOf('b', 'PRO'), cardOf('c', 'FREE'), cardOf('d', 'PRO', true), cardOf('e', 'FREE')]
  const dialog = renderToStaticMarkup(
    <SiteContext value={{ ...noSite, hasPlans: true }}>
      <MemoryRouter initialEntries={['/admin/cards?dialog=plan&card=a&card=b&card=c&card=d']}>
        <CardsDialogs cards={cards} error={null} />
      </MemoryRouter>
    </SiteContext>,
  )
  expect(dialog).toContain('Now: Free (2), Trial (1), PRO (1).')
  // Without a script it can’t follow the choice.
  expect(dialog).not.toContain('Afterward')
})

test('the owners of selected cards are emailed once each, in Bcc', () => {
  const cardOf = (alias: string, ...ownerEmails: string[]) =>
    ({ alias, plan: 'FREE', isTrial: false, isPastDue: false, ownerEmails }) as const
  const cards = [cardOf('a', 'ruth@example.com', 'bo+cards@example.com'), cardOf('b', 'ruth@example.com'), cardOf('c', 'ana@example.com')]
  const draw = (query: string) =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={[`/admin/cards?dialog=mail${query}`]}>
        <ToastProvider>
          <CardsDialogs cards={cards} error={null} />
        </ToastProvider>
      </MemoryRouter>,
    )
  const dialog = draw('&card=a&card=b')
  expect(dialog).toContain('Email 2 owners')
  expect(dialog).toContain('href="mailto:?bcc=ruth%40example.com,bo%2Bcards%40example.com"')
  expect(dialog).toContain('ruth@example.com, bo+cards@example.com</textarea>')
  expect(draw('&card=d')).toContain('None of these cards has an owner.')
})
