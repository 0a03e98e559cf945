import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { parseBio } from '#common/text/bio.ts'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { anOpenCard, aSite } from '../../../../tests/samples/a-card.ts'
import { frameView } from '../frame/frame-view.ts'
import { AboutPage } from './about-page.tsx'

function draw(...overrides: Parameters<typeof anOpenCard>) {
  const open = anOpenCard(...overrides)
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <AboutPage title="About Me" words={parseBio(open.card.bio)} frame={frameView(open, translatorFor('en'), aSite)} />
    </MemoryRouter>,
  )
  return html.replace(/<style.*?<\/style>/gs, '')
}

test('ABOUT-1 without a bio names the person’s job and leads to Contact', () => {
  const html = draw({ bio: '', title: 'Broker', companyName: 'Harbor & Pine' })
  expect(html).toContain('<p class="inner-lead">Broker · Harbor &amp; Pine</p>')
  expect(html).toMatch(/<a [^>]*href="\/maren\/contact"[^>]*>Contact Me<\/a>/)
  expect(draw({ bio: '', title: '', companyName: '', fullName: 'Ida Berg' })).toContain('<p class="inner-lead">Ida Berg</p>')
})

test('ABOUT-1 a bio takes that place', () => {
  const html = draw({ bio: 'I sell old houses.' })
  expect(html).toContain('I sell old houses.')
  expect(html).not.toMatch(/inner-lead|\/maren\/contact/)
})
