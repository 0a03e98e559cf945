import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnerShare } from '../../features/share/shared-card.ts'
import { translatorFor } from '../../i18n/use-translate.ts'
import ShareOverPage from './share-over-page.tsx'

const draw = (loaded: OwnerShare | null) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/account?share']}>
      <ShareOverPage alias="maren" loaded={loaded} />
    </MemoryRouter>,
  )

test.each([
  ['off', 'editor.offLine', '/account/edit/maren/settings'],
  ['takenDown', 'editor.offDown', null],
  ['failed', 'failed.sentence', '/account?share'],
  [null, 'title.loading', null],
] as const)('a card that is %s has its own sentence and action', (loaded, sentence, href) => {
  const page = draw(loaded)
  const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link]) => link)
  expect([page.includes(translatorFor('en')(sentence)), links.filter((link) => link !== '/account')]).toEqual([true, href ? [href] : []])
})
