import type { Config } from '@react-router/dev/config'
import { slimManifest } from './build/slim-manifest.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'web/build',
  ssr: true,
  // The manifest is one small file, read when scripts start; no address of its own to serve.
  routeDiscovery: { mode: 'initial' },
  buildEnd: slimManifest,
} satisfies Config
