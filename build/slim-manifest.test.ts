import { expect, test } from 'vitest'
import { slimSource } from './slim-manifest.ts'

test('the manifest has only what a page reads of its routes', () => {
  const home = {
    id: 'home',
    hasLoader: true,
    hasAction: false,
    hasDefaultExport: true,
    module: '/assets/home.js',
    imports: ['/assets/a.js'],
    css: [],
  }
  const slim = slimSource(`window.__reactRouterManifest=${JSON.stringify({ version: '1', routes: { home } })};\n`)
  const routes = { home: { id: 'home', hasLoader: true, module: '/assets/home.js' } }
  expect(slim).toBe(`window.__reactRouterManifest=${JSON.stringify({ version: '1', routes })};`)
})

test('a manifest in an unexpected format fails the build', () => {
  expect(() => slimSource('export default {}')).toThrow('unexpected format')
})
