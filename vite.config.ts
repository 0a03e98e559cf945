import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { inlineAddresses } from './build/inline-addresses.ts'
import { pageStyles } from './build/page-styles.ts'
import { plainImports } from './build/plain-imports.ts'
import { buildWorker } from './build/service-worker.ts'
import { sharersOf } from './build/sharers.ts'
import { splitIcons } from './build/split-icons.ts'
import { splitMessages } from './build/split-messages.ts'
import { tiersOf } from './build/tiers.ts'
import routes from './web/routes.ts'
import { subsetFonts } from './web/ui/fonts/subset-fonts.ts'

/** Modules without side effects. */
const isPure = /\/(common|contract)\/|shell\/app-identity/

export default defineConfig(({ command }) => {
  const web = fileURLToPath(new URL('web', import.meta.url))
  const tierOf = tiersOf(web, routes)
  return {
    plugins: [
      plainImports(),
      pageStyles(),
      subsetFonts(),
      inlineAddresses(),
      splitMessages(tierOf),
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
        compress: {
          passes: 3,
          pure_getters: true,
          drop_console: ['warn'],
          pure_funcs: ['warning', 'warning$1', 'warningOnce', 'warnOnce'],
        },
      },
      target: 'es2022',
      cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // These modules have no side effects: what only the server's half of a page uses is left out.
            treeshake: { moduleSideEffects: (id: string) => !isPure.test(id) },
            output: {
              chunkFileNames: 'assets/[name]-[hash:7].js',
              entryFileNames: 'assets/[name]-[hash:7].js',
              advancedChunks: { groups: chunkGroups(tierOf, sharersOf(web, routes)) },
            },
          },
        },
      },
      // It is never downloaded, and with this minifier the build takes half the time.
      ssr: { build: { minify: 'oxc' } },
    },
    // One bundle with React in production mode: the server reads one file instead of a folder of packages.
    ssr: command === 'build' ? { noExternal: true } : {},
    define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  }
})
