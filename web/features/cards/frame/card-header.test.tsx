import { layouts } from '#common/layouts.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { aSite, anOpenCard } from '../../../../tests/samples/a-card.ts'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { CardHeader } from './card-header.tsx'
import { frameView } from './frame-view.ts'

test.each(layouts)('the head of the layout $name has a button for the QR code', ({ theme: eCardTheme }) => {
  const frame = frameView(anOpenCard({ eCardTheme }), translatorFor('en'), aSite)
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CardHeader frame={frame} page="home" corner={null} count={null} />
    </MemoryRouter>,
  )
  expect(html).toContain('popoverTarget="qr"')
})
