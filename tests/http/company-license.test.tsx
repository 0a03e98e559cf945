import { layouts } from '#common/layouts.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Card } from '#contract/cards/cards.ts'
import { aSite, anOpenCard } from '../samples/a-card.ts'
import { CardFrame } from '../../web/features/cards/frame/card-frame.tsx'
import { CardHome } from '../../web/features/cards/home/card-home.tsx'
import { frameView } from '../../web/features/cards/frame/frame-view.ts'
import { homeView } from '../../web/features/cards/home/home-view.ts'
import { signatureHtml } from '../../web/features/signature/make-signature.ts'
import { translatorFor } from '../../web/i18n/use-translate.ts'
import { signatureData } from '../../web/routes/card/load-signature.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const t = translatorFor('en')
const companyLicense = 'NMLS 402118'

/** An owner writes the license in the editor and publishes it. */
async function published(): Promise<Card> {
  const { id, alias } = await aCard(app.deps, { settings: { licenseNumber: { show: true, number: 'BA-918204' } } })
  const owner = await signedIn(app, id)
  const changes = { companyLicense }
  const { revision, issues } = await owner.call('cards.saveDraft', { input: { alias, revision: 0, changes, removed: [] } })
  expect(issues).toEqual([])
  await owner.call('cards.publishDraft', { input: { alias, revision } })
  const { '{product}': card } = await app.call('cards.read', { params: { alias } })
  return card as Card
}

test('a published company license is on the card, in the vCard and in the signature', async () => {
  const card = await published()
  expect(card.companyLicense).toBe(companyLicense)

  const vCard = await app.ask(`/api/public/client/${card.alias}/v-card/latest`)
  expect((await vCard.text()).replaceAll('\r\n ', '')).toMatch(/^NOTE:BA-918204\\n\\nNMLS 402118/m)

  const signature = signatureData(anOpenCard(card), { origin: 'https://carte.example', t })
  expect(signatureHtml(signature)).toContain('BA-918204 · NMLS 402118')
})

test.each(layouts)('the layout $name shows it with the person’s license', async ({ theme: eCardTheme }) => {
  const open = anOpenCard({ ...(await published()), eCardTheme })
  const frame = frameView(open, t, aSite)
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CardFrame frame={frame} page="home" share={null} part={(_, otherwise) => otherwise}>
        <CardHome view={homeView(open, t, aSite)} frame={frame} />
      </CardFrame>
    </MemoryRouter>,
  )
  expect(html).toContain('BA-918204 · NMLS 402118')
})

test('one that is too long is not published', async () => {
  const { id, alias } = await aCard(app.deps)
  const owner = await signedIn(app, id)
  const changes = { companyLicense: 'N'.repeat(81) }
  const { issues } = await owner.call('cards.saveDraft', { input: { alias, revision: 0, changes, removed: [] } })
  expect(issues).toEqual([{ path: 'companyLicense', code: 'tooLong', values: { most: 80 }, message: 'Use 80 characters or fewer.' }])
})
