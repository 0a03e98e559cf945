import { expect, test } from 'vitest'
import { withoutBody } from './without-body.ts'

test('the body of a HEAD response is canceled', async () => {
  let isStopped = false
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
    cancel: () => void (isStopped = true),
  })
  const answer = withoutBody(new Response(endless, { headers: { 'x-test': '1' } }), 'HEAD')
  expect([await answer.text(), answer.headers.get('x-test')]).toEqual(['', '1'])
  expect(isStopped).toBe(true)
})
