import { pathTo } from '#common/path-to.ts'
import { appIconVersion, appScreenshotPx, appScreenshotShapes, shortcutIconPx, type AppIconShape } from '#contract/cards/app-pictures.ts'
import type { Card } from '#contract/cards/cards.ts'
import { displayName } from '#common/text/display-name.ts'
import { appHref, cardHref, ownerHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { screenshotVersion } from '#common/preview-version.ts'
import type { Translate } from '#common/messages/message.ts'
import { describeCard } from '../titles.ts'

/** Launchers cut longer names off. */
const shortNameMax = 12

type ManifestContext = { t: Translate; language: string; ground: string }

/**
 * The web app manifest of a card. The `id` must never change: another id is another app beside the installed one. Paths are in lower
 * case because apps are compared letter by letter.
 */
export function appManifest(card: Card, { t, language, ground }: ManifestContext): object {
  const alias = card.alias.toLowerCase()
  const name = displayName(card).trim() || alias
  const home = `${cardHref({ alias }, 'home')}?source=pwa`
  const hasQr = has(card.permissions, 'QRCode') && !card.settings.QRCode.hide
  const icon = (shape: AppIconShape, px: number, purpose: 'any' | 'maskable' = 'any') => ({
    src: pathTo('cards.appIcon', { alias, shape, version: appIconVersion(card) }),
    sizes: `${px}x${px}`,
    type: 'image/png',
    purpose,
  })
  const shortcut = (words: string, url: string, shape: AppIconShape) => ({ name: words, url, icons: [icon(shape, shortcutIconPx)] })
  return {
    id: `/${alias}/`,
    name,
    short_name: shortNameOf(card, name),
    description: card.digitalBusinessCardMetaDescription.trim() || describeCard(card),
    lang: language,
    dir: 'auto',
    start_url: home,
    scope: `/${alias}/`,
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
    categories: ['business', 'productivity'],
    prefer_related_applications: false,
    icons: [icon('192', 192), icon('512', 512), icon('512-maskable', 512, 'maskable')],
    shortcuts: [
      shortcut(t('nav.share'), `${home}#share`, 'share'),
      ...(hasQr ? [shortcut(t('nav.qr'), `${home}#qr`, 'qr')] : []),
      shortcut(t('page.myContacts'), `${ownerHref(alias, 'myContacts')}?source=pwa`, 'contacts'),
    ],
    screenshots: has(card.permissions, 'Home')
      ? appScreenshotShapes.map((shape) => ({
          src: pathTo('cards.appScreenshot', { alias, shape, version: screenshotVersion(card) }),
          sizes: `${appScreenshotPx[shape].width}x${appScreenshotPx[shape].height}`,
          type: 'image/jpeg',
          form_factor: shape,
          label: [name, card.title].filter(Boolean).join(', '),
        }))
      : [],
    share_target: {
      action: appHref(alias, 'shared'),
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'file', accept: ['text/vcard', 'text/x-vcard', '.vcf'] }],
      },
    },
  }
}

function shortNameOf({ profile, firstName }: Card, name: string): string {
  const isPerson = profile === 1
  return [...name].length > shortNameMax && isPerson && firstName.trim() ? firstName.trim() : name
}
