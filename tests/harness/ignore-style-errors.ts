import { beforeEach } from 'vitest'

/** For tests that render components with stylesheets. In units, imported stylesheets have no address, and React reports that. */
export function ignoreStyleErrors() {
  beforeEach(() => {
    const report = console.error
    console.error = (...parts: unknown[]) => {
      if (!/precedence|empty string/i.test(String(parts[0]))) report(...parts)
    }
  })
}
