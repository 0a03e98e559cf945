import { createHash } from 'node:crypto'
import { pageOnly, pagePolicy } from './headers.ts'

/** The page's policy: every script and style it carries, by hash. Kept pages use hashes because a nonce must not be served twice. */
export function sealPage(html: string, imagesFrom: readonly string[] = []): Record<string, string> {
  return {
    ...pageOnly,
    'content-security-policy': pagePolicy({
      scripts: hashesOf(html, 'script'),
      styles: hashesOf(html, 'style'),
      imagesFrom: [...imagesFrom, ...namedIn(html, 'data-images-from')],
      framesFrom: namedIn(html, 'data-frames-from'),
    }),
  }
}

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))
  const run = [...elements].filter(([, attributes = '']) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes))
  return [...new Set(run.map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`))]
}

/** Other sites that the drawn page names itself, in an attribute only we write: text of an owner's cannot hold its quotation marks. */
function namedIn(html: string, attribute: string): string[] {
  const named = new RegExp(`\\b${attribute}="([^"]*)"`).exec(html)?.[1] ?? ''
  return named.split(' ').filter((origin) => /^https:\/\/[\w.-]+(:\d+)?$/.test(origin))
}
