import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { InstallPage } from './install-page.tsx'
import { installVideosOf } from './install-videos.ts'
import { ignoreStyleErrors } from '../../../tests/harness/ignore-style-errors.ts'
import { aSite } from '../../../tests/samples/a-card.ts'

ignoreStyleErrors()

const draw = (accountHref: string | null) => {
  const about = { alias: 'maren', name: 'Maren', fullName: 'Maren Oyen', line: '', isTeam: false, portrait: null, initials: 'MO' }
  const card = { ...about, showsPortrait: false, homeHref: '/maren/home', accountHref }
  return renderToStaticMarkup(
    <MemoryRouter>
      <InstallPage card={card} videos={installVideosOf(aSite)} served={null} />
    </MemoryRouter>,
  )
}

test('its owner gets a way back to Home on the install page, and visitors do not', () => {
  expect(draw('/account?card=maren')).toMatch(/<a href="\/account\?card=maren"[^>]*>.*Back to Home/)
  expect(draw(null)).not.toContain('/account')
})
