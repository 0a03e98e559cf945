import { expect } from 'vitest'
import type { CardMessage, PreviewMessage } from '#contract/cards/preview.ts'
import { eventually } from './eventually.ts'
import type { Visitor } from './visitor.ts'

export type EditorMessage = PreviewMessage extends infer M ? (M extends PreviewMessage ? Omit<M, 'source'> : never) : never

/** A page of this origin with a card in a frame, as in the editor. */
export async function anEditor(visitor: Visitor, path = '/maren/home?preview=on') {
  const { page } = visitor
  const body = `<script>received = []; addEventListener('message', ({ data }) => received.push(data))</script>
    <iframe id="card" width="390" height="844" src="${path}"></iframe>`
  await page.route('**/an-editor', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/an-editor')
  const received = () => page.evaluate<CardMessage[]>('received')
  const waitForMessage = (message: CardMessage) => eventually(async () => expect(await received()).toContainEqual(message))
  const post = (message: unknown) =>
    page.evaluate(
      (message) => document.querySelector<HTMLIFrameElement>('#card')?.contentWindow?.postMessage(message, location.origin),
      message,
    )
  const frame = page.frames().at(-1)
  if (!frame) throw new Error('There is no frame.')
  return { frame, received, waitForMessage, post, send: (message: EditorMessage) => post({ source: 'carte-account', ...message }) }
}
