import { describe, expect, test } from 'vitest'
import { aPushDevice, aPushMessage } from '../harness/push-device.ts'
import { aVisitor } from '../harness/visitor.ts'
import { registerWorker, readCachedCard } from './push-steps.ts'

describe('NOTE-1 a received push message', () => {
  test('is displayed, and stored on the device under notifications', async () => {
    await using visitor = await aVisitor({ browser: 'complete', serviceWorkers: 'allow' })
    const device = await aPushDevice(visitor.page)
    await visitor.open('/maren/home')
    await registerWorker(visitor.page)
    await device.fallAsleep()
    await device.deliver(JSON.stringify(aPushMessage('maren')))

    expect(await device.notices()).toEqual([
      expect.objectContaining({
        title: 'Amara Field just connected',
        body: 'Met you at the open house.',
        tag: 'notice-Amara Field just connected',
      }),
    ])
    expect(await visitor.page.evaluate(readCachedCard)).toEqual([
      {
        status: 'new',
        receivedOn: expect.any(Number),
        readOn: null,
        notification: {
          title: 'Amara Field just connected',
          body: 'Met you at the open house.',
          path: '/maren/my-contacts',
          topic: 'New_Connected_Client',
          alias: 'maren',
          tag: 'notice-Amara Field just connected',
        },
      },
    ])
  })
})
