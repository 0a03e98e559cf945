import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readImports, resolveSpecifier, specifiersOf } from './boundaries/read-imports.ts'
import { bringing, faultInBrowser, faultOf } from './boundaries/rules.ts'
import { wayOutOf } from './boundaries/ways-out.ts'

test('every import of the house keeps to who may import whom', () => {
  const imports = readImports(process.cwd())
  const schemas = bringing('zod', imports)
  const faults = imports.flatMap((each) => {
    const fault = faultOf(each) ?? faultInBrowser(each, schemas)
    return fault ? [`${each.from} imports ${each.to}: ${fault}`] : []
  })

  expect(imports.length).toBeGreaterThan(10)
  expect(faults).toEqual([])
})

describe('the reading of imports', () => {
  test('sees values, types, re-exports, side effects and dynamic imports', () => {
    const source = `import a from 'a'
      import type { B } from "./b.ts"
      import {
        c,
      } from '#contract/c.ts'
      export * from './d.ts'
      import './e.css'
      const f = await import('./f.ts')
      type G = import('./g.ts').G`

    expect(specifiersOf(source).map(({ name }) => name)).toEqual(['a', './b.ts', '#contract/c.ts', './d.ts', './e.css', './f.ts', './g.ts'])
  })

  test('tells types from values', () => {
    expect(specifiersOf(`import { a } from 'a'\nimport type { B } from 'b'`)).toEqual([
      { name: 'a', isType: false },
      { name: 'b', isType: true },
    ])
  })

  test('does not read comments', () => {
    expect(specifiersOf(`// import 'a'\n/* from 'b' */ import 'c'`)).toEqual([{ name: 'c', isType: false }])
  })

  test('tells where a relative and a # import lead', () => {
    expect(resolveSpecifier('server/cards/routes.ts', '../http/calls/mount.ts')).toBe('server/http/calls/mount.ts')
    expect(resolveSpecifier('server/cards/routes.ts', '#contract/cards/cards.ts')).toBe('contract/cards/cards.ts')
    expect(resolveSpecifier('server/cards/routes.ts', 'pg')).toBe('pg')
  })
})

describe('the rules refuse', () => {
  test.each([
    ['contract/cards/cards.ts', 'server/cards/tables.ts'],
    ['contract/cards/cards.ts', 'react'],
    ['contract/cards/cards.ts', 'common/visible-card.ts'],
    ['common/visible-card.ts', 'node:fs'],
    ['common/visible-card.ts', 'react'],
    ['common/visible-card.ts', 'server/cards/tables.ts'],
    ['web/ui/button.tsx', 'common/visible-card.ts'],
    ['web/routes/home.tsx', 'server/cards/public/read-card.ts'],
    ['web/platform/api/client.ts', 'pg'],
    ['server/app.ts', 'web/root.tsx'],
    ['server/cards/public/read-card.ts', 'react'],
    ['server/http/pages.ts', 'server/cards/public/read-card.ts'],
    ['server/main.ts', 'server/cards/public/read-card.ts'],
    ['server/database/migrate.ts', 'server/cards/public/read-card.ts'],
    ['server/media/save-picture.ts', 'server/cards/public/read-card.ts'],
    ['server/contacts/submit-contact.ts', 'server/cards/card-store.ts'],
    ['server/contacts/submit-contact.ts', 'server/cards/tables.ts'],
    ['server/contacts/submit-contact.ts', 'server/cards/settings/card-rights.ts'],
    ['server/contacts/submit-contact.ts', 'server/cards/public/present-card.ts'],
    ['server/cards/public/read-card.ts', 'server/cards/routes.ts'],
    ['server/cards/public/read-card.ts', 'server/http/pages.ts'],
    ['server/cards/public/read-card.ts', 'server/app.ts'],
    ['server/cards/routes.ts', 'server/cards/card-store.ts'],
    ['server/cards/card-store.ts', 'server/cards/public/read-card.ts'],
    ['server/cards/public/present-card.ts', 'server/cards/card-store.ts'],
    ['server/cards/public/read-card.ts', 'tests/harness/app.ts'],
    ['web/features/cards/card-face.tsx', 'web/features/media/photo.tsx'],
    ['web/features/cards/card-face.tsx', 'web/routes/home.tsx'],
    ['web/ui/button.tsx', 'web/features/cards/card-face.tsx'],
    ['web/ui/button.tsx', 'contract/cards/cards.ts'],
    ['web/platform/api/client.ts', 'web/ui/button.tsx'],
    ['cli/main.ts', 'web/platform/api/client.ts'],
  ])('%s importing %s', (from, to) => {
    expect(faultOf({ from, to })).toEqual(expect.any(String))
  })
})

describe('the rules allow', () => {
  test.each([
    ['contract/cards/cards.ts', 'zod'],
    ['contract/cards/cards.ts', 'contract/endpoint.ts'],
    ['common/visible-card.ts', 'contract/cards/card-fields.ts'],
    ['server/cards/public/present-card.ts', 'common/visible-card.ts'],
    ['web/features/preview/as-shown.ts', 'common/visible-card.ts'],
    ['web/routes/home.tsx', 'web/features/cards/card-face.tsx'],
    ['web/features/cards/card-face.tsx', 'web/ui/button.tsx'],
    ['web/features/cards/card-face.tsx', 'contract/cards/cards.ts'],
    ['server/app.ts', 'server/cards/routes.ts'],
    ['server/database/tables.ts', 'server/cards/tables.ts'],
    ['server/contacts/submit-contact.ts', 'server/cards/public/read-card.ts'],
    ['server/cards/routes.ts', 'server/cards/public/read-card.ts'],
    ['server/cards/routes.ts', 'server/http/calls/mount.ts'],
    ['server/cards/public/read-card.ts', 'server/cards/card-store.ts'],
    ['server/cards/read-card.test.ts', 'tests/harness/app.ts'],
    ['server/demo/seed-demo.ts', 'server/cards/owned/create-card.ts'],
    ['cli/main.ts', 'server/cards/owned/list-cards.ts'],
  ])('%s importing %s', (from, to) => {
    expect(faultOf({ from, to })).toBeNull()
  })
})

describe('schemas', () => {
  const imports = [
    { from: 'contract/cards/cards.ts', to: 'zod' },
    { from: 'contract/cards/drafts.ts', to: 'contract/cards/cards.ts' },
    { from: 'contract/accounts/keeping.ts', to: 'contract/cards/cards.ts', isType: true },
    { from: 'common/a-value.ts', to: 'contract/cards/cards.ts' },
  ]
  const schemas = bringing('zod', imports)

  test.each([
    ['web/features/editor/field.tsx', 'contract/cards/cards.ts'],
    ['web/features/editor/field.tsx', 'contract/cards/drafts.ts'],
    ['web/features/editor/field.tsx', 'common/a-value.ts'],
    ['web/platform/api/client.ts', 'zod'],
  ])('do not reach a browser: %s importing a value of %s is refused', (from, to) => {
    expect(faultInBrowser({ from, to }, schemas)).toEqual(expect.any(String))
    expect(faultInBrowser({ from, to, isType: true }, schemas)).toBeNull()
  })

  test.each([
    ['web/features/editor/field.tsx', 'contract/accounts/keeping.ts'],
    ['web/features/editor/field.test.ts', 'contract/cards/cards.ts'],
    ['web/routes/account/take-step.ts', 'contract/cards/drafts.ts'],
    ['server/cards/public/read-card.ts', 'contract/cards/cards.ts'],
  ])('%s may import a value of %s', (from, to) => {
    expect(faultInBrowser({ from, to }, schemas)).toBeNull()
  })
})

describe('the way out', () => {
  test('is one: nobody in the server or the command line calls the outside but through the guard', () => {
    const files = globSync('{server,cli,contract}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
    const faults = files.flatMap((file) => {
      const way = wayOutOf(file, readFileSync(file, 'utf8'))
      return way ? [`${file}: ${way}`] : []
    })
    expect(files.length).toBeGreaterThan(300)
    expect(faults).toEqual([])
  })

  test('is the only one that packages find, too', () => {
    for (const file of ['server/main.ts', 'cli/main.ts']) expect(readFileSync(file, 'utf8'), file).toMatch(/^closeOtherDoors\(\)$/m)
  })

  test.each([
    `const answer = await fetch(url)`,
    `import { request } from 'node:https'`,
    `import { createServer, get } from 'node:http'`,
    `import http from 'node:http'`,
    `import * as net from 'net'`,
    `import { connect } from 'node:tls'`,
    `const { request } = await import('node:http')`,
    `import { lookup } from 'node:dns/promises'`,
    `import { Agent } from 'undici'`,
    `await globalThis.fetch(url)`,
    `new WebSocket(url)`,
    `await webPush.sendNotification(to, text)`,
    `import { createTransport } from 'nodemailer'`,
    `const { default: Stripe } = await import('stripe')`,
  ])('is not %s', (source) => expect(wayOutOf('server/cards/public/read-card.ts', source)).toEqual(expect.any(String)))

  test('is not a package that was lent none', () => {
    expect(wayOutOf('server/integrations/billing/a.ts', `const { default: Stripe } = await import('stripe'); new Stripe(key, {})`)).toMatch(
      /lent/,
    )
  })

  test.each([
    `import { createServer, type Server } from 'node:http'`,
    `import type { IncomingMessage } from 'node:http'`,
    `import { isIPv6 } from 'node:net'`,
    `// fetch(url) would be wrong`,
    `return app.fetch(request)`,
    `import type Stripe from 'stripe'`,
  ])('is not missed by %s', (source) => expect(wayOutOf('server/cards/public/read-card.ts', source)).toBeNull())
})

describe('the time of day', () => {
  /** They say a moment to somebody, or read one. */
  const sayers = new Set(['server/database/new-id.ts', 'server/integrations/storage/disk.ts', 'server/integrations/storage/s3-client.ts'])
  test('measures no length of time: it jumps, and the steady clock does not', () => {
    const measuring = globSync('{server,cli}/**/*.ts').filter((file) => {
      const source = readFileSync(file, 'utf8').replaceAll('newId(Date.now())', '')
      return !file.endsWith('.test.ts') && !sayers.has(file) && source.includes('Date.now()')
    })
    expect(measuring).toEqual([])
  })
})
