import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Uploaded } from '#contract/media/uploads.ts'
import { createUpload } from './create-upload.ts'

const uploaded: Uploaded = { revision: 'r2', width: 90, height: 60, isAnimated: false, colours: [] }
const page = new EventTarget()
/** Whether the browser would ask before it closes the page. */
const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

function aWait() {
  const sent = Promise.withResolvers<Uploaded>()
  const upload = createUpload({
    upload: (_, __, signal) => {
      signal.addEventListener('abort', () => sent.reject(new DOMException('', 'AbortError')))
      return sent.promise
    },
    open: async (file) => ({ file, drawn: null }),
  })
  return { upload, sent }
}
const file = new File(['x'], 'me.jpg')

test('a picture on its way goes on when its field is left, and the page asks before it is closed', async () => {
  const { upload, sent } = aWait()
  const done = upload.choose(file)
  await vi.waitFor(() => expect(upload.read().step).toBe('sending'))
  upload.leave()
  expect([upload.read().step, asks()]).toEqual(['sending', true])
  sent.resolve(uploaded)
  await done
  expect([upload.read(), asks()]).toEqual([{ step: 'done', uploaded }, false])
})

test('the page still asks while another picture is on its way', async () => {
  const [one, other] = [aWait(), aWait()]
  const done = one.upload.choose(file)
  const stopped = other.upload.choose(file)
  await vi.waitFor(() => expect([one.upload.read().step, other.upload.read().step]).toEqual(['sending', 'sending']))
  one.sent.resolve(uploaded)
  await done
  expect(asks()).toBe(true)
  other.upload.stop()
  await stopped
  expect(asks()).toBe(false)
})

test('one that is only being opened is let go with its field', () => {
  const { upload } = aWait()
  void upload.choose(file)
  upload.leave()
  expect([upload.read().step, asks()]).toEqual(['idle', false])
})

test('a refusal stays readable until the field is opened again', async () => {
  const { upload, sent } = aWait()
  const done = upload.choose(file)
  await vi.waitFor(() => expect(upload.read().step).toBe('sending'))
  upload.leave()
  sent.reject({ problem: { type: '/problems/unavailable', status: 503, title: '' } })
  await done
  expect([upload.read(), asks()]).toMatchObject([{ step: 'failed', fault: { key: 'upload.noAnswer', canRetry: true } }, false])
})
