import { expect, test } from 'vitest'
import { parseManifest, slimSource } from './slim-manifest.ts'

const sourceOf = (manifest: object) => `window.__reactRouterManifest=${JSON.stringify(manifest)};\n`

test('the manifest has only what a page reads of its routes', () => {
  const built = { hasAction: false, hasDefaultExport: true, imports: ['/assets/a.js'], css: [] }
  const home = { id: 'home', parentId: 'card', path: 'home', hasLoader: true, module: '/assets/home-CF_Hs2d.js' }
  const front = { id: 'routes/front', index: true, hasLoader: false, hasAction: true, module: '/assets/front-DgBzfoF.js' }
  const entry = { module: '/assets/entry.client-CPx1--A.js' }
  const routes = { home: { ...home, ...built }, 'routes/front': { ...built, ...front } }
  const slim = slimSource(sourceOf({ entry, routes, url: '/assets/manifest-1.js', version: '1' }))

  expect(parseManifest(slim)).toEqual({ entry, routes: { home, 'routes/front': front } })
  expect(slim).not.toMatch(/imports|hasDefaultExport|version/)
  expect(slimSource(slim)).toBe(slim)
})

test('a manifest in an unexpected format fails the build', () => {
  expect(() => slimSource('export default {}')).toThrow('unexpected format')
  expect(() => slimSource(sourceOf({}))).toThrow('no entry')
})
