import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { subsetFonts } from './web/ui/fonts/subset-fonts.ts'
import { inlineAddresses } from './web/platform/api/inline-addresses.ts'
import { splitMessages } from './web/i18n/split-messages.ts'
import { buildWorker } from './web/worker/build-worker.ts'

const inWeb = (file: string) => fileURLToPath(new URL(`web/${file}`, import.meta.url))
const bring = inWeb('platform/connection/bring.ts')

/** What a card that is only looked at fetches. */
const lookFile = inWeb('entry.client.tsx')
/** Where the app of a card begins: what these bring along at once is what it weighs. */
const firstFiles = ['root.tsx', 'hydrate.tsx', 'routes/card/card.tsx', 'routes/card/card-home.tsx'].map(inWeb)
/** The pages themselves, of all that lies beside them. */
const pages =
  /web\/routes\/(card\/(card|restricted|report\.|to-home|unknown-page)|owner\/owner(?!-(links|shell))|account\/account(?!-(links|style))|editor\/editor\.|admin\/operator|front|link-look|no-data|offline|failed)/
/** What of it other pages need too. */
const shared =
  /web\/(ui|platform|i18n|routes)\/|contract\/|common\/(messages|path-to)|features\/cards\/\w+\/(glyph|click-name|shut-note|inner-page)\b/
const isShared = (id: string) => shared.test(id) && !pages.test(id)
/** What the server draws by, and an editor's preview: no visitor's first view carries it for their sake. */
const drawing = /contract\/(permissions|cards\/drawing|billing\/plans)\b|web\/ui\/(measure|colour)|app-identity/
const loadsNothing = /\/(common|contract)\/|shell\/app-identity/
const ownersOnly =
  /web\/(platform\/(api\/(owner|use-owner)|device\/session|login\/(session|silent)|push\/notifications|language)|features\/((push|offline|releases)\/|account\/(frame\/|settings\/plan-state))|routes\/(owner\/(owner-links|owner-shell|use-owner|open-owner)|card\/shell\/use-language)|ui\/(chart|icons\/later))|contract\/cards\/release-view/
/** What stands around an owner’s own pages: they bring it, and no card that is looked at does. */
const ownersPages =
  /web\/(features\/account\/frame\/owner-(side|header|frame|style)\.|routes\/(owner\/(owner-shell|use-owner)|card\/shell\/use-language)\.|platform\/device\/seen-contacts|ui\/icons\/owner-icon)/
/** Of the account’s host and the way in alone: no card fetches it, and an installed one does not lay it aside. */
const accountOnly =
  /web\/(ui\/icons\/account-icon|ui\/use-awake|features\/sign-in\/login-frame|routes\/(account\/login-page|translate-for|card\/preview\/use-preview-press)|ui\/art\/(doors-street|spot-open-door))|contract\/(bio|full-name|phone)\b/

/** The table of the card's fields and what runs over it: the editor's and the preview's, no visitor's. */
const cardFields = /\/common\/(?!messages|path-to)|contract\/cards\/card-fields\b/

/** What a visitor opens of a card without waiting: their messages come with the page's script. */
const messagesAtOnce = [
  'root.tsx',
  'hydrate.tsx',
  'routes/failed.tsx',
  'routes/no-data.tsx',
  'routes/card/card.tsx',
  ...['home', 'about', 'reviews', 'review-me', 'save', 'contact', 'connect'].map((page) => `routes/card/card-${page}.tsx`),
].map(inWeb)
/** Pages whose messages no visitor's device loads. */
const messagesOfAccount =
  /web\/routes\/(account\/account(-home|-new|-claim)?\.|editor\/|admin\/|link-look|owner\/owner-subscriptions|card\/card-(report|email-signature))/

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Whether a module is among those that the files bring along at once. */
function broughtBy(files: readonly string[]) {
  let brought: Set<string> | null = null
  return (id: string, graph: Graph): boolean => {
    if (!brought) {
      brought = new Set(files)
      for (const one of brought) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) brought.add(next)
    }
    return brought.has(id)
  }
}
const isFirst = broughtBy(firstFiles)
const isLook = broughtBy([lookFile])

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
  plugins: [
    plainImports(),
    subsetFonts(),
    inlineAddresses(),
    splitMessages({ card: messagesAtOnce, account: messagesOfAccount }),
    reactRouter(),
    buildWorker(),
  ],
  publicDir: false,
  // Styles stay nested and in oklch: browsers that know popovers know both.
  build: {
    modulePreload: false,
    // Leaves out what libraries would warn their authors of: text that no visitor reads.
    minify: 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, drop_console: ['warn'], pure_funcs: ['warning', 'warning$1', 'warningOnce', 'warnOnce'] },
    },
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
                      // Read by a look when it is due, and by much of the app: alone, it brings nothing along.
                      { name: 'device-store', test: /platform\/device\/device-store/, priority: 7 },
                      { name: (id, graph) => (id !== lookFile && isLook(id, graph) ? 'look' : null), priority: 6 },
                      {
                        name: 'framework',
                        test: /node_modules\/(?!altcha-lib|@simplewebauthn)|rolldown-runtime|platform\/waking\/framework/,
                        priority: 5,
                      },
                      {
                        name: (id, graph) =>
                          isFirst(id, graph) && isShared(id) && !drawing.test(id) && !ownersOnly.test(id) ? 'kit' : null,
                        minShareCount: 2,
                        priority: 4,
                      },
                      { name: 'own', test: (id) => ownersOnly.test(id) && !ownersPages.test(id), minShareCount: 2, priority: 3 },
                      { name: 'faults', test: /contract\/cards\/draft-faults|i18n\/say-fault/, minShareCount: 2, priority: 3 },
                      {
                        name: 'later',
                        test: (id) => isShared(id) && !ownersPages.test(id) && !accountOnly.test(id) && !cardFields.test(id),
                        minShareCount: 3,
                        priority: 2,
                      },
                      // A group takes along what its files import: these come last, and take nothing from what cards need.
                      { name: 'card-fields', test: cardFields, minShareCount: 2, priority: 1 },
                      { name: 'owner-pages', test: ownersPages, minShareCount: 2, priority: 1 },
                      { name: 'account-parts', test: accountOnly, minShareCount: 2, priority: 1 },
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
