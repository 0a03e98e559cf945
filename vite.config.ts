import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { subsetFonts } from './web/ui/fonts/subset-fonts.ts'
import { buildWorker } from './web/worker/build-worker.ts'

/** What every page of ours needs, and what pages of owners alone share: that is no weight on a visitor. */
const shared =
  /web\/(ui|platform|i18n\/(say|use-say|use-later-say|language-context|languages|catalogues)|routes\/parts)|contract\/|features\/cards\/(glyph|shut-note|inner-page)/
const ownersOnly =
  /web\/(platform\/(owner|session|silent|use-owner|notifications|device-store|language)|features\/(login|owner|contacts|accounts|push)\/|routes\/parts\/(login|owner|use-owner|open-owner|tried|return|change|load-a|product-page|find-card|use-language)|ui\/(chart|icons\/later))|contract\/addresses/

/** A part that is fetched later is fetched by `import` alone: no part of ours brings a style sheet that would have to come before it. */
function plainImports(): Plugin {
  const helper = '\0vite/preload-helper.js'
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === helper ? 'export const __vitePreload = (load) => load()' : null),
  }
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [plainImports(), subsetFonts(), reactRouter(), buildWorker()],
  publicDir: false,
  // Styles stay nested and in oklch: browsers that know popovers know both.
  build: {
    modulePreload: false,
    // Leaves out what libraries would warn their authors of: text that no visitor reads.
    minify: 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3, drop_console: ['warn'] } },
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // Few files, each compressed as a whole: what never changes between our versions, and what every page of ours needs.
  ...(isSsrBuild
    ? {}
    : {
        environments: {
          client: {
            build: {
              rolldownOptions: {
                output: {
                  chunkFileNames: 'assets/[name]-[hash:8].js',
                  entryFileNames: 'assets/[name]-[hash:8].js',
                  advancedChunks: {
                    groups: [
                      { name: 'framework', test: /node_modules\/(?!altcha-lib|@simplewebauthn)|rolldown-runtime/, priority: 3 },
                      {
                        name: 'kit',
                        test: (id: string) => shared.test(id) && !ownersOnly.test(id),
                        minShareCount: 3,
                        priority: 2,
                      },
                      { name: 'own', test: ownersOnly, minShareCount: 2, priority: 1 },
                    ],
                  },
                },
              },
            },
          },
        },
      }),
  // One bundle with React in production mode: the server reads one file instead of a folder of packages.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
