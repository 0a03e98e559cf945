import { afterEach, beforeEach } from 'vitest'

// Whatever complains on the error stream during a test fails that test: a warning nobody reads is a fault nobody mends.
let complaints: string[] = []
const { error } = console

beforeEach(() => {
  complaints = []
  console.error = (...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '))
  }
})

afterEach(() => {
  console.error = error
  if (complaints.length > 0) throw new Error(`console.error was called:\n${complaints.join('\n')}`)
})
