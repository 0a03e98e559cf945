import { build } from 'vite'
import { pageStyles } from '../../build/page-styles.ts'
import { subsetFonts } from '../../web/ui/fonts/subset-fonts.ts'

/** Builds the kit page, with all parts in all states, as one self-contained file. Not part of the product's build. */
export async function buildKit(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [pageStyles(), subsetFonts()],
    publicDir: false,
    build: {
      write: false,
      cssCodeSplit: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      target: 'es2022',
      cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
      rolldownOptions: { input: `${import.meta.dirname}/kit-app.tsx`, output: { format: 'iife' } },
    },
  })
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const style = files.flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [])).join('\n')
  const script = files.flatMap((file) => (file.type === 'chunk' ? [file.code.replaceAll('</script', '<\\/script')] : [])).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The kit</title>
<style>${showStates(style)}</style>
</head>
<body>
<div id="kit"></div>
<script>${script}</script>
</body>
</html>
`
}

const stateClasses: Record<string, string> = {
  // A pressed part is hovered, too.
  hover: '.is-hover *, .is-pressed *',
  active: '.is-pressed *',
  'focus-within': '.is-focus *',
  'focus-visible': '.is-focus :is(a, button, input, select, textarea)',
  focus: '.is-focus :is(a, button, input, select, textarea)',
}

/** Parts inside `.is-hover`, `.is-pressed` or `.is-focus` look hovered, pressed or focused. */
const showStates = (style: string) =>
  style.replace(
    /(?<!forced-colors):(hover|active|focus-within|focus-visible|focus)(?![\w-])/g,
    (state, name: string) => `:is(${state}, ${stateClasses[name]})`,
  )
