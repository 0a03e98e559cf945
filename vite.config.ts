import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { subsetFonts } from './web/ui/fonts/subset-fonts.ts'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [subsetFonts(), reactRouter()],
  publicDir: false,
  // Styles stay nested and in oklch: browsers that know popovers know both.
  build: { target: 'es2022', cssTarget: ['chrome123', 'safari17.5', 'firefox128'], assetsInlineLimit: 0, reportCompressedSize: false },
  // Few files, each compressed as a whole: what never changes between our versions, and what every page of ours needs.
  ...(isSsrBuild
    ? {}
    : {
        environments: {
          client: {
            build: {
              rolldownOptions: {
                output: {
                  advancedChunks: {
                    groups: [
                      { name: 'framework', test: /node_modules/ },
                      { name: 'kit', test: /web\/(ui|platform|i18n\/(say|use-say|languages|catalogues))|contract\//, minShareCount: 3 },
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
