import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { subsetFonts } from './web/ui/fonts/subset-fonts.ts'
import { inlineAddresses } from './web/platform/api/inline-addresses.ts'
import { splitMessages } from './web/i18n/split-messages.ts'
import { isIcon, splitIcons } from './web/ui/icons/split-icons.ts'
import { buildWorker } from './web/worker/build-worker.ts'

const inWeb = (file: string) => fileURLToPath(new URL(`web/${file}`, import.meta.url))
const importWithRetry = inWeb('platform/connection/import-with-retry.ts')

/** The entry: all that a browser loads of a card before the first interaction. */
const entryFile = inWeb('entry.client.tsx')
/** Where a card's app starts: what these import statically is what the first interaction loads. */
const appFiles = ['root.tsx', 'hydrate.tsx', 'routes/card/card.tsx', 'routes/card/card-home.tsx'].map(inWeb)
/** Route modules that are pages, and none of the helpers beside them. */
const pages =
  /web\/routes\/(card\/(card|restricted|report\.|to-home|unknown-page)|owner\/owner|account\/account(?!-style)|editor\/editor\.|admin\/admin|front|link-preview|no-data|offline|failed)/
/** Modules that several pages import, without the pictures of setup: no card shows them. */
const shared =
  /web\/(ui(?!\/art\/setup)|platform|i18n|routes|loaders)\/|contract\/|common\/(messages|path-to|text|browser|own-property|picture-type)|features\/cards\/\w+\/(glyph|click-name|unavailable-note|inner-page)\b/
const isShared = (id: string) => shared.test(id) && !pages.test(id)
/** The share sheet: each card's app loads it, and the owner's pages show it in a dialog. */
const shareSheet = /web\/features\/share\//
/** What renders a card from its data: for the server and the editor's preview, not for a visitor's first view. */
const rendering = /contract\/(permissions|cards\/drawing|billing\/plans)\b|web\/ui\/(measure|color)|app-identity/
/** Modules without side effects. */
const isPure = /\/(common|contract)\/|shell\/app-identity/
/** Modules that only a card's owner loads. */
const ownerOnly =
  /web\/(platform\/(api\/(owner|use-owner)|device\/(session|use-qr-wake-lock)|login\/(session|silent)|push\/notifications|language)|features\/((push|offline|releases|shell)\/|account\/settings\/plan-state)|loaders\/(owner-links|open-owner)|routes\/(owner\/use-owner|shell\/(owner-shell|use-language))|ui\/chart)|contract\/cards\/release-view/
/** The frame around the owner's own pages: loaded by those pages, never by a card. */
const ownerFrame =
  /web\/(features\/shell\/(shell|sidebar|switcher|shell-style)\.|routes\/(owner\/use-owner|shell\/(owner-shell|share-here|use-language))\.|platform\/device\/viewed-contacts)/
/** Modules of the account's host and the login: no card loads them, and an installed one does not precache them. */
const accountOnly =
  /web\/(ui\/((button|field|overlay|page|list|status)\/|kit-style|styles\/kit)|features\/sign-in\/login-frame|loaders\/translate-for|routes\/(account\/login-page|card\/preview\/use-preview-clicks)|ui\/art\/(doors-street|spot-open-door))|common\/text\/(bio|full-name|phone)\b/

/** The table of the card's fields and what runs over it: for the editor and the preview, not for visitors. */
const cardFields = /\/common\/(?!messages|path-to|text|browser|own-property|picture-type|layouts\b)|contract\/cards\/card-fields\b/

/** Pages a visitor opens without waiting: their messages load with the page's script. */
const messagesOfCard = [
  'root.tsx',
  'hydrate.tsx',
  'routes/failed.tsx',
  'routes/no-data.tsx',
  'routes/card/card.tsx',
  ...['home', 'about', 'reviews', 'review-me', 'save', 'contact', 'connect'].map((page) => `routes/card/card-${page}.tsx`),
  // Loaded late, and in the HTML that the server sent: nothing of it may wait for messages.
  'routes/card/shell/wide-home.tsx',
  'features/cards/home/background-video.tsx',
].map(inWeb)
/** Pages whose messages no visitor's device loads. */
const messagesOfAccount =
  /web\/routes\/(account\/account(-home|-new(-import)?|-claim|-setup)?\.|editor\/|admin\/|setup\/|link-preview|owner\/owner-(print|subscriptions)|card\/card-(report|email-signature))/

type Links = { importedIds: readonly string[]; importers: readonly string[]; dynamicImporters: readonly string[] }
type Graph = { getModuleInfo(id: string): Links | null }

/** Tells whether a module is among the static imports of these files, direct or not. */
function importedBy(files: readonly string[]) {
  let imported: Set<string> | null = null
  return (id: string, graph: Graph): boolean => {
    if (!imported) {
      imported = new Set(files)
      for (const one of imported) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) imported.add(next)
    }
    return imported.has(id)
  }
}
const isInApp = importedBy(appFiles)
const isInEntry = importedBy([entryFile])

/** Pages of a card, which an installed one precaches with all that opens on them. */
const cardPages = /web\/(root\.|routes\/card\/(?!card-(report|email-signature)|preview\/))/

/** True if a page of a card draws the icon, or a chunk that such pages load does: one of them is among its importers. */
function isIconOfCards(id: string, graph: Graph): boolean {
  const found = new Set(graph.getModuleInfo(id)?.importers)
  for (const one of found) {
    if (cardPages.test(one) || ownerOnly.test(one) || ownerFrame.test(one)) return true
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(one) ?? {}
    for (const next of [...importers, ...dynamicImporters]) found.add(next)
  }
  return false
}

/** Lazy chunks never wait for a style sheet, so Vite's preload helper is replaced by our own loader. */
function plainImports(): Plugin {
  const helper = '\0vite/preload-helper.js'
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === helper ? `export { importWithRetry as __vitePreload } from ${JSON.stringify(importWithRetry)}` : null),
  }
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    plainImports(),
    subsetFonts(),
    inlineAddresses(),
    splitMessages({ card: messagesOfCard, account: messagesOfAccount }),
    splitIcons(),
    reactRouter(),
    buildWorker(),
  ],
  publicDir: false,
  // Styles stay nested and in oklch: browsers that know popovers know both.
  build: {
    modulePreload: false,
    // Leaves out what libraries would warn their authors of: text that no visitor reads. Reading a property has no side effect here.
    minify: 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, pure_getters: true, drop_console: ['warn'], pure_funcs: ['warning', 'warning$1', 'warningOnce', 'warnOnce'] },
    },
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // Few chunks, each compressed as a whole: one that stays the same between our releases, and one that every page needs.
  ...(isSsrBuild
    ? {}
    : {
        environments: {
          client: {
            build: {
              rolldownOptions: {
                // These modules have no side effects: what only the server's half of a page uses is left out.
                treeshake: { moduleSideEffects: (id: string) => !isPure.test(id) },
                output: {
                  chunkFileNames: 'assets/[name]-[hash:7].js',
                  entryFileNames: 'assets/[name]-[hash:7].js',
                  advancedChunks: {
                    groups: [
                      // Loaded by the entry on a timer and by much of the app: a chunk of its own brings nothing else along.
                      { name: 'device-store', test: /platform\/device\/device-store/, priority: 7 },
                      { name: (id, graph) => (id !== entryFile && isInEntry(id, graph) ? 'start' : null), priority: 6 },
                      {
                        name: 'framework',
                        test: /node_modules\/(?!altcha-lib|@simplewebauthn)|rolldown-runtime|platform\/hydration\/framework/,
                        priority: 5,
                      },
                      {
                        name: (id, graph) =>
                          isInApp(id, graph) &&
                          (isIcon(id) || shareSheet.test(id) || (isShared(id) && !rendering.test(id) && !ownerOnly.test(id)))
                            ? 'kit'
                            : null,
                        minShareCount: 2,
                        priority: 4,
                      },
                      {
                        name: (id, graph) =>
                          (isIcon(id) ? isIconOfCards(id, graph) : ownerOnly.test(id) && !ownerFrame.test(id)) ? 'own' : null,
                        minShareCount: 2,
                        priority: 3,
                      },
                      { name: 'issues', test: /contract\/cards\/draft-issues|i18n\/issue-message/, minShareCount: 2, priority: 3 },
                      {
                        name: 'later',
                        test: (id) => isShared(id) && !ownerFrame.test(id) && !accountOnly.test(id) && !cardFields.test(id),
                        minShareCount: 3,
                        priority: 2,
                      },
                      // A group pulls in what its files import: these have the lowest priority, so they take nothing that cards need.
                      { name: 'card-fields', test: cardFields, minShareCount: 2, priority: 1 },
                      { name: 'owner-pages', test: ownerFrame, minShareCount: 2, priority: 1 },
                      { name: 'account-parts', test: (id) => accountOnly.test(id) || isIcon(id), minShareCount: 2, priority: 1 },
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
