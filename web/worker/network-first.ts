type Deps = { load: () => Promise<Response>; cached: () => Promise<Response | undefined>; waitMs?: number }

const timeoutMs = 3000
/** After a timeout the next waits are short, for a while. */
const shortMs = 400
const unreachableMs = 10_000
let unreachableUntil = 0

export const expectAnswers = () => void (unreachableUntil = 0)

/** Error answers of a proxy while the server is down. */
const isUnreachable = ({ status }: Response) => status === 502 || status === 503 || status === 504 || (status >= 520 && status <= 530)

/** The network's answer, or the cached one on a timeout. Without a cached one, waits for the network. */
export async function networkFirst({ load, cached, waitMs = timeoutMs }: Deps): Promise<Response | undefined> {
  let errorAnswer: Response | undefined
  const pending = load().then(
    (answer) => {
      if (!isUnreachable(answer)) return answer
      errorAnswer = answer
      return undefined
    },
    () => undefined,
  )
  const isShort = performance.now() < unreachableUntil
  const first = await Promise.race([pending, timeout(isShort ? Math.min(shortMs, waitMs) : waitMs)])
  if (first) {
    unreachableUntil = 0
    return first
  }
  const found = await cached().catch(() => undefined)
  if (!found) return (await pending) ?? errorAnswer
  unreachableUntil = performance.now() + unreachableMs
  return found
}

const timeout = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))
