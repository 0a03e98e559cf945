import { createHash } from 'node:crypto'
import { pageOnly, pagePolicy } from './headers.ts'

/** The page's policy: every script and style it carries, by hash. Kept pages use hashes because a nonce must not be served twice. */
export function sealPage(html: string, imagesFrom: readonly string[] = []): Record<string, string> {
  return {
    ...pageOnly,
    'content-security-policy': pagePolicy({ scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style'), imagesFrom }),
  }
}

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))
  const run = [...elements].filter(([, attributes = '']) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes))
  return [...new Set(run.map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`))]
}
