import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

export const workerFile = 'service-worker.js'

const entry = fileURLToPath(new URL('../service-worker.ts', import.meta.url))
const output = fileURLToPath(new URL('../build/client/', import.meta.url))

/** Builds the worker beside the pages: one file of its own, at an address that stays, as a worker is known by its address. */
export function buildWorker(): Plugin {
  return {
    name: 'carte:service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async closeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { 'process.env.NODE_ENV': '"production"' },
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
