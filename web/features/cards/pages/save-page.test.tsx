import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { isInAppBrowser } from '#common/browser/in-app-browser.ts'
import { anOpenCard, aService, aSite } from '../../../../tests/samples/a-card.ts'
import { frameView } from '../frame/frame-view.ts'
import { intentTo } from '../app/in-app-notice.tsx'
import { SavePage } from './save-page.tsx'
import { saveView } from './save-view.ts'

const t = translatorFor('en')
const website = aService({ gradeServiceId: 101, serviceName: 'Website', directLink: 'harborpine.example' })

function draw(...overrides: Parameters<typeof anOpenCard>) {
  const open = anOpenCard(...overrides)
  return renderToStaticMarkup(
    <MemoryRouter>
      <SavePage
        title="Add To Contacts"
        view={saveView(open, t)}
        frame={frameView(open, t, aSite)}
        pageUrl="https://carte.example/maren/v-card"
      />
    </MemoryRouter>,
  )
}

describe('the page of the contact file', () => {
  test('VC-1 shows the fields of the file, and a plain link to it', () => {
    const html = draw()
    expect(html).toMatch(/<a[^>]*href="\/api\/public\/client\/maren\/v-card\/latest"/)
    for (const part of [
      'Maren Holloway',
      'Harbor &amp; Pine Realty',
      '(207) 555-0142',
      '(207) 555-0118',
      '(207) 555-0167',
      'maren.holloway@example.com',
      'Port Hadley, ME 04099',
    ]) {
      expect(html).toContain(part)
    }
  })

  test('VC-1 a version’s page links to the version’s file', () => {
    expect(draw({}, { address: { alias: 'maren', version: 'spring' } })).toContain('/v-card/spring"')
  })

  test('VC-1 links to the website if there is one', () => {
    expect(draw({}, { services: [website] })).toMatch(/href="https:\/\/harborpine.example\/"[^>]*>.*VIEW MY WEBSITE/)
    expect(draw({ profile: 2 }, { services: [website] })).toContain('VIEW OUR WEBSITE')
    expect(draw()).not.toContain('VIEW MY WEBSITE')
    expect(draw({}, { services: [{ ...website, directLink: 'javascript:alert(1)' }] })).not.toContain('VIEW MY WEBSITE')
  })
})

describe('browsers inside apps', () => {
  test.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/440.0]',
    'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile Safari/537.36 Instagram 300.0.0',
    'Mozilla/5.0 (iPhone) Mobile/15E148 Safari Line/13.1.0',
    'Mozilla/5.0 (Linux; Android 14) Chrome/120 TikTok 30.0',
    'Mozilla/5.0 (iPhone) Mobile/15E148 [LinkedInApp]/9.29',
  ])('are detected: %s', (userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(true)
  })

  test.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0 Safari/537.36 Headline/2',
  ])('a real browser is not one: %s', (userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(false)
  })

  test('on Android an intent opens the page in the default browser', () => {
    expect(intentTo('https://carte.example/maren/v-card')).toBe('intent://carte.example/maren/v-card#Intent;scheme=https;end')
  })
})
