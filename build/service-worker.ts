import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { inlineAddresses } from './inline-addresses.ts'
import { listShell } from './list-shell.ts'

const workerFile = 'service-worker.js'

const entry = fileURLToPath(new URL('../web/service-worker.ts', import.meta.url))
const output = fileURLToPath(new URL('../web/build/client/', import.meta.url))

/** Builds the service worker as a single file at a fixed path. It runs last, when the names of all files are known. */
export function buildWorker(): Plugin {
  return {
    name: 'carte:service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    async closeBundle() {
      await build({
        configFile: false,
        plugins: [inlineAddresses()],
        publicDir: false,
        logLevel: 'warn',
        define: { 'process.env.NODE_ENV': '"production"', __SHELL__: JSON.stringify(listShell(`${output}assets`)) },
        build: {
          outDir: output,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: workerFile, codeSplitting: false } },
        },
      })
    },
  }
}
