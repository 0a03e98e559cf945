import { solve, type Share } from './solve.ts'

addEventListener('message', ({ data }: MessageEvent<Share>) => {
  solve(data)
    .then((solution) => postMessage({ solution }))
    .catch((error: unknown) => postMessage({ failed: String(error) }))
})
