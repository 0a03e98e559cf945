import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { subsetFonts } from './web/ui/fonts/subset-fonts.ts'

export default defineConfig(({ command }) => ({
  plugins: [subsetFonts(), reactRouter()],
  publicDir: false,
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  // One bundle with React in production mode: the server reads one file instead of a folder of packages.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
