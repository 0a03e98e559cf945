import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { subsetFonts } from './web/ui/fonts/subset-fonts.ts'
import { buildWorker } from './web/worker/build-worker.ts'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [subsetFonts(), reactRouter(), buildWorker()],
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
                      // What owners' pages share is no weight on a visitor's.
                      {
                        name: 'own',
                        test: /web\/(platform\/(owner|session|silent|use-owner|notifications|device-store|language)|features\/(login|owner|contacts|accounts|push|capture)\/|routes\/parts\/(login|owner|use-owner|open-owner|tried|return|change|load-a|product-page|find-card|use-language)|ui\/(chart|icons\/later))/,
                        minShareCount: 2,
                        priority: 1,
                      },
                      { name: 'framework', test: /node_modules\/(?!altcha-lib|@simplewebauthn)|rolldown-runtime/ },
                      {
                        name: 'kit',
                        test: /web\/(ui|platform|i18n\/(say|use-say|languages|catalogues)|routes\/parts)|contract\/|features\/cards\/(glyph|shut-note|inner-page)/,
                        minShareCount: 3,
                      },
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
