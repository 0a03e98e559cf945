import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { subsetFonts } from './web/ui/fonts/subset-fonts.ts'
import { buildWorker } from './web/worker/build-worker.ts'

const bring = fileURLToPath(new URL('web/platform/bring.ts', import.meta.url))

/** Where a visitor's first view begins: what these bring along at once is what a card weighs. */
const firstFiles = ['root.tsx', 'hydrate.tsx', 'routes/card.tsx', 'routes/card-home.tsx'].map((file) =>
  fileURLToPath(new URL(`web/${file}`, import.meta.url)),
)
/** What of it other pages need too. */
const shared = /web\/(ui|platform|i18n|routes\/parts)\/|contract\/|features\/cards\/(glyph|click-name|shut-note|inner-page)/
/** What the server draws by, and an editor's preview: no visitor's first view carries it for their sake. */
const drawing = /contract\/(permissions|drawing|plans|addresses)|web\/ui\/(measure|colour)|app-identity|owner-address-of/
const loadsNothing = /\/contract\/|platform\/owner-address-of|parts\/app-identity/
const ownersOnly =
  /web\/(platform\/(owner|session|silent|use-owner|notifications|language)|features\/(owner|push)\/|routes\/parts\/(owner|use-owner|open-owner|use-language)|ui\/(chart|icons\/later))|contract\/(addresses|release-view)/

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
let first: Set<string> | null = null

function isFirst(id: string, graph: Graph): boolean {
  if (!first) {
    first = new Set(firstFiles)
    for (const one of first) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) first.add(next)
  }
  return first.has(id)
}

/** No part that is fetched later brings a style sheet that would have to come before it; what fetches it is ours. */
function plainImports(): Plugin {
  const helper = '\0vite/preload-helper.js'
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === helper ? `export { bring as __vitePreload } from ${JSON.stringify(bring)}` : null),
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
                // Loading a module does nothing: what only the server's part of a page uses is left out whole.
                treeshake: { moduleSideEffects: (id: string) => !loadsNothing.test(id) },
                output: {
                  chunkFileNames: 'assets/[name]-[hash:8].js',
                  entryFileNames: 'assets/[name]-[hash:8].js',
                  advancedChunks: {
                    groups: [
                      { name: 'framework', test: /node_modules\/(?!altcha-lib|@simplewebauthn)|rolldown-runtime/, priority: 3 },
                      {
                        name: (id, graph) =>
                          isFirst(id, graph) && shared.test(id) && !drawing.test(id) && !ownersOnly.test(id) ? 'kit' : null,
                        minShareCount: 2,
                        priority: 2,
                      },
                      { name: 'own', test: ownersOnly, minShareCount: 2, priority: 1 },
                      { name: 'faults', test: /contract\/draft-faults|i18n\/say-fault/, minShareCount: 2, priority: 1 },
                      // Of the account's host alone: no card fetches it, and an installed one does not lay it aside.
                      {
                        name: 'account-parts',
                        test: /web\/ui\/icons\/account-icon|contract\/bio/,
                        minShareCount: 2,
                        priority: 1,
                      },
                      { name: 'later', test: shared, minShareCount: 3, priority: 0 },
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
