import { expect, vi } from 'vitest'
import type { CardMessage, PreviewMessage } from '#contract/cards/preview.ts'
import type { Visitor } from './visitor.ts'

export type Told = PreviewMessage extends infer M ? (M extends PreviewMessage ? Omit<M, 'source'> : never) : never

/** A page of this origin with a card in its frame, as an editor has it. */
export async function anEditor(visitor: Visitor, path = '/maren/home?preview=on') {
  const { page } = visitor
  const body = `<script>heard = []; addEventListener('message', ({ data }) => heard.push(data))</script>
    <iframe id="card" width="390" height="844" src="${path}"></iframe>`
  await page.route('**/an-editor', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/an-editor')
  const heard = () => page.evaluate<CardMessage[]>('heard')
  const hears = (message: CardMessage) => vi.waitFor(async () => expect(await heard()).toContainEqual(message), { timeout: 10_000 })
  const post = (message: unknown) =>
    page.evaluate((told) => document.querySelector<HTMLIFrameElement>('#card')?.contentWindow?.postMessage(told, location.origin), message)
  const frame = page.frames().at(-1)
  if (!frame) throw new Error('There is no frame.')
  return { frame, heard, hears, post, tell: (message: Told) => post({ source: 'carte-account', ...message }) }
}
