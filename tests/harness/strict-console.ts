import { afterEach, beforeEach } from 'vitest'

// A test that writes to console.error fails, so that no warning goes unnoticed.
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
