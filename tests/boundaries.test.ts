import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readImports, resolveSpecifier, specifiersOf } from './boundaries/read-imports.ts'
import { modulesUsing, issueInBrowser, issueOf } from './boundaries/rules.ts'
import { unguardedConnectionOf } from './boundaries/outgoing-connections.ts'

test('every import follows the rules of its folder', () => {
  const imports = readImports(process.cwd())
  const schemas = modulesUsing('zod', imports)
  const issues = imports.flatMap((each) => {
    const issue = issueOf(each) ?? issueInBrowser(each, schemas)
    return issue ? [`${each.from} imports ${each.to}: ${issue}`] : []
  })

  expect(imports.length).toBeGreaterThan(10)
  expect(issues).toEqual([])
})

describe('reading imports', () => {
  test('finds values, types, re-exports, side effects and dynamic imports', () => {
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

  test('distinguishes types from values', () => {
    expect(specifiersOf(`import { a } from 'a'\nimport type { B } from 'b'`)).toEqual([
      { name: 'a', isType: false },
      { name: 'b', isType: true },
    ])
  })

  test('ignores comments', () => {
    expect(specifiersOf(`// import 'a'\n/* from 'b' */ import 'c'`)).toEqual([{ name: 'c', isType: false }])
  })

  test('resolves relative and # imports', () => {
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
    ['server/common/messages.ts', 'server/settings.ts'],
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
    ['web/routes/account/account.tsx', 'web/routes/owner/owner.tsx'],
    ['web/loaders/open-owner.ts', 'web/routes/owner/owner.tsx'],
    ['web/features/cards/card-face.tsx', 'web/loaders/open-card.ts'],
    ['web/ui/button.tsx', 'contract/cards/cards.ts'],
    ['web/platform/api/client.ts', 'web/ui/button.tsx'],
    ['cli/main.ts', 'web/platform/api/client.ts'],
    ['build/tiers.ts', 'server/app.ts'],
    ['web/worker/worker.ts', 'build/tiers.ts'],
  ])('%s importing %s', (from, to) => {
    expect(issueOf({ from, to })).toEqual(expect.any(String))
  })
})

describe('the rules allow', () => {
  test.each([
    ['contract/cards/cards.ts', 'zod'],
    ['contract/cards/cards.ts', 'contract/endpoint.ts'],
    ['common/visible-card.ts', 'contract/cards/card-fields.ts'],
    ['server/cards/public/present-card.ts', 'common/visible-card.ts'],
    ['web/features/preview/public-view.ts', 'common/visible-card.ts'],
    ['web/routes/home.tsx', 'web/features/cards/card-face.tsx'],
    ['web/features/cards/card-face.tsx', 'web/ui/button.tsx'],
    ['web/routes/account/account.tsx', 'web/routes/shell/share-here.tsx'],
    ['web/routes/account/account.tsx', 'web/loaders/load-who.ts'],
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
    ['build/split-icons.ts', 'web/ui/icons/icon-paths.ts'],
  ])('%s importing %s', (from, to) => {
    expect(issueOf({ from, to })).toBeNull()
  })
})

describe('schemas', () => {
  const imports = [
    { from: 'contract/cards/cards.ts', to: 'zod' },
    { from: 'contract/cards/drafts.ts', to: 'contract/cards/cards.ts' },
    { from: 'contract/accounts/retention.ts', to: 'contract/cards/cards.ts', isType: true },
    { from: 'common/a-value.ts', to: 'contract/cards/cards.ts' },
  ]
  const schemas = modulesUsing('zod', imports)

  test.each([
    ['web/features/editor/field.tsx', 'contract/cards/cards.ts'],
    ['web/features/editor/field.tsx', 'contract/cards/drafts.ts'],
    ['web/features/editor/field.tsx', 'common/a-value.ts'],
    ['web/platform/api/client.ts', 'zod'],
  ])('are refused in browser code: %s importing a value of %s', (from, to) => {
    expect(issueInBrowser({ from, to }, schemas)).toEqual(expect.any(String))
    expect(issueInBrowser({ from, to, isType: true }, schemas)).toBeNull()
  })

  test.each([
    ['web/features/editor/field.tsx', 'contract/accounts/retention.ts'],
    ['web/features/editor/field.test.ts', 'contract/cards/cards.ts'],
    ['web/routes/account/submit-step.ts', 'contract/cards/drafts.ts'],
    ['server/cards/public/read-card.ts', 'contract/cards/cards.ts'],
  ])('%s may import a value of %s', (from, to) => {
    expect(issueInBrowser({ from, to }, schemas)).toBeNull()
  })
})

describe('connections', () => {
  test('are opened through the guard only, by server and command line', () => {
    const files = globSync('{server,cli,contract}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
    const issues = files.flatMap((file) => {
      const way = unguardedConnectionOf(file, readFileSync(file, 'utf8'))
      return way ? [`${file}: ${way}`] : []
    })
    expect(files.length).toBeGreaterThan(300)
    expect(issues).toEqual([])
  })

  test('cannot be opened by packages through the global fetch', () => {
    for (const file of ['server/main.ts', 'cli/main.ts']) expect(readFileSync(file, 'utf8'), file).toMatch(/^disableGlobalFetch\(\)$/m)
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
    `const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')`,
    `const { default: Stripe } = await import('stripe')`,
  ])('cannot be opened by %s', (source) =>
    expect(unguardedConnectionOf('server/cards/public/read-card.ts', source)).toEqual(expect.any(String)),
  )

  test('cannot be opened by a package that is not passed the guarded fetch', () => {
    expect(
      unguardedConnectionOf('server/integrations/billing/a.ts', `const { default: Stripe } = await import('stripe'); new Stripe(key, {})`),
    ).toMatch(/not passed/)
  })

  test.each([
    `import { createServer, type Server } from 'node:http'`,
    `import type { IncomingMessage } from 'node:http'`,
    `import type { TLSSocket } from 'node:tls'`,
    `import { isIPv6 } from 'node:net'`,
    `// fetch(url) would be wrong`,
    `return app.fetch(request)`,
    `import type Stripe from 'stripe'`,
  ])('are not mistaken for %s', (source) => expect(unguardedConnectionOf('server/cards/public/read-card.ts', source)).toBeNull())
})
