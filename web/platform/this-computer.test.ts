import { expect, test } from 'vitest'
import { isThisComputer } from './this-computer.ts'

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.23:3000', false],
  ['https://localhost.example.com', false],
  // The facts of the site could not be loaded.
  ['', false],
])('%j opens on this computer only: %j', (publicUrl, isLocal) => expect(isThisComputer(publicUrl)).toBe(isLocal))
