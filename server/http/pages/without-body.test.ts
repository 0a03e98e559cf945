import { expect, test } from 'vitest'
import { withoutBody } from './without-body.ts'

test('what HEAD does not want nobody goes on making', async () => {
  let isStopped = false
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
    cancel: () => void (isStopped = true),
  })
  const answer = withoutBody(new Response(endless, { headers: { 'x-kept': '1' } }), 'HEAD')
  expect([await answer.text(), answer.headers.get('x-kept')]).toEqual(['', '1'])
  expect(isStopped).toBe(true)
})
