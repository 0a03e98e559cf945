import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { SharePayload } from '../../platform/sharing.ts'
import { InstalledContext } from '../../platform/app/use-installed.ts'
import { noSite, SiteContext } from '../../platform/use-site.ts'
import { ShareSheet } from './share-sheet.tsx'
import type { SharedCard } from './shared-card.ts'
import type { Share } from './use-share.ts'

const card: SharedCard = {
  alias: 'maren',
  name: 'Maren Holloway',
  isTeam: false,
  link: 'https://carte.example/maren',
  subject: 'Maren Holloway: digital business card',
  textBody: 'Here is the card: https://carte.example/maren',
  emailBody: 'Here is the card: https://carte.example/maren',
  qr: { src: '/qr', file: '/qr?format=png&w=400', isVisible: true, isPro: true },
  picture: '/face',
  hasAdvanced: true,
  isOwn: false,
  alwaysShort: false,
}
const own: SharePayload = {
  shareLink: card.link,
  title: card.name,
  shareBody: card.textBody,
  emailLink: 'mailto:?body=mail',
  smsLink: 'sms:?&body=message',
  hideOptions: false,
  allowQrCodeDownload: true,
}

/** The sheet as the server renders it. */
function draw({
  about = {},
  payload = {},
  isOwn = true,
  isInstalled = false,
  hasPlans = true,
  short = { isOn: false, isFixed: false, set: () => {} },
}: {
  about?: Partial<SharedCard>
  payload?: Partial<SharePayload>
  isOwn?: boolean
  isInstalled?: boolean
  hasPlans?: boolean
  short?: Share['short']
} = {}) {
  const share = {
    here: { share: async () => {}, busy: null },
    payload: { ...own, ...payload },
    isOwn,
    short,
    onOpen: () => {},
  }
  return renderToStaticMarkup(
    <MemoryRouter>
      <SiteContext value={{ ...noSite, hasPlans }}>
        <InstalledContext value={isInstalled}>
          <ShareSheet ref={{ current: null }} card={{ ...card, ...about }} share={share} upgradeHref="/account/subscription?alias=maren" />
        </InstalledContext>
      </SiteContext>
    </MemoryRouter>,
  )
}

describe('the share sheet before any script', () => {
  test('SHARE-1 shares by message, email and WhatsApp, and shows the link', () => {
    const html = draw()
    for (const part of [
      'sms:?&amp;body=message',
      'mailto:?body=mail',
      'https://wa.me/?text=',
      'WhatsApp</a>',
      'value="carte.example/maren"',
      'Share Maren Holloway’s card',
    ]) {
      expect(html).toContain(part)
    }
  })

  test('SHARE-2 the QR code downloads as qrcode.png, 400 wide', () => {
    expect(draw()).toMatch(/<a[^>]*href="\/qr\?format=png&amp;w=400"[^>]*download="qrcode.png"/)
  })

  test('SHARE-2 has no QR code without the permission or if hidden, except in the app', () => {
    const hidden = { about: { qr: { ...card.qr, isVisible: false, isPro: false } } }
    expect(draw(hidden)).not.toContain('qrcode.png')
    expect(draw({ ...hidden, isInstalled: true })).toContain('qrcode.png')
  })

  test('SHARE-1 with hidden options has only the link and its copy button', () => {
    const html = draw({ payload: { hideOptions: true } })
    expect(html).toContain('Copy link')
    for (const gone of ['sms:', 'mailto:', 'wa.me', 'Short link', 'Log in']) expect(html).not.toContain(gone)
  })

  test('SHARE-3 links visitors to the login, and an owner without permission to PRO', () => {
    for (const hasAdvanced of [true, false]) {
      const html = draw({ about: { hasAdvanced } })
      expect(html).toContain('Log in for more options')
      expect(html).not.toMatch(/account\/subscription|badge|PRO/)
    }
    const free = draw({ about: { hasAdvanced: false, isOwn: true } })
    expect(free).toContain('/account/subscription')
    expect(free).not.toContain('Log in')
    expect(draw({ about: { hasAdvanced: false, isOwn: true }, hasPlans: false })).not.toContain('/account/subscription')
  })

  test('SHARE-1 SHARE-2 names the owner to visitors; “my card” and PRO are the owner’s', () => {
    expect(draw({ about: { isOwn: true } })).toMatch(/Share my card.*class="badge"/)
    expect(draw({ about: { isOwn: true, isTeam: true } })).toContain('Share our card')
  })

  test('SHARE-4 without a choice, no switch: the owner reads that links are always short', () => {
    const isFixed = { short: { isOn: true, isFixed: true, set: () => {} } }
    expect(draw()).toContain('type="checkbox"')
    expect(draw(isFixed)).not.toMatch(/checkbox|Short link/)
    expect(draw({ ...isFixed, about: { isOwn: true } })).toContain('Short links are always on for this card')
  })

  test('CON-2 another link has its own title and no QR code', () => {
    const html = draw({ isOwn: false, payload: { shareLink: 'https://x.example/s/1', title: 'Instagram', allowQrCodeDownload: false } })
    expect(html).toContain('Share Instagram')
    expect(html).not.toContain('qrcode.png')
  })

  test('escapes HTML in a link or name', () => {
    const html = draw({ isOwn: false, payload: { title: '<img src=x>', shareLink: 'https://x.example/"><script>' } })
    expect(html).not.toMatch(/<img src=x>|<script>/)
  })
})
