import { build, type Plugin, type Rolldown } from 'vite'

/** The scripts of these files as built for browsers, with the first as the entry. Unknown imports are real files. */
export async function bundleOf(files: Record<string, string>, plugins: Plugin[]): Promise<Rolldown.OutputChunk[]> {
  const virtual: Plugin = {
    name: 'files',
    enforce: 'pre',
    resolveId: (id) => (id in files ? id : null),
    load: (id) => files[id] ?? null,
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [virtual, ...plugins],
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: Object.keys(files).slice(0, 1) } },
  })
  return [built].flat().flatMap((each) => ('output' in each ? each.output.filter((file) => file.type === 'chunk') : []))
}
