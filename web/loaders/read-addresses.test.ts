import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { noAddresses, readAddresses } from './read-addresses.ts'

const phone = { address: 'http://192.168.1.23:3000', isOpen: false }
const read = (answer: () => Promise<unknown>) => readAddresses({ call: answer } as unknown as Api, { phone })

test('only administrators get the address in the network, and the one after a restart', async () => {
  const settings = [{ name: 'PUBLIC_URL', value: 'https://cards.example.com', running: 'http://localhost:3000' }]
  expect(await read(() => Promise.resolve({ settings }))).toEqual({ phone, nextAddress: 'https://cards.example.com' })
  const refuse = (status: number) =>
    Promise.reject(Object.assign(new Error('refused'), { problem: { type: '/problems/not-found', status } }))
  expect(await read(() => refuse(404))).toEqual(noAddresses)
  await expect(read(() => refuse(500))).rejects.toThrow('refused')
})
