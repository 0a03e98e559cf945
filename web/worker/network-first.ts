type Needs = { ask: () => Promise<Response>; kept: () => Promise<Response | undefined>; waitMs?: number }

const patienceMs = 3000
/** After a wait that led to nothing the next ones are short, for a while. */
const shortMs = 400
const awayMs = 10_000
let awayUntil = 0

export const expectAnswers = () => void (awayUntil = 0)

/** Answers of something that stands before the server, while the server is away. */
const isAway = ({ status }: Response) => status === 502 || status === 503 || status === 504 || (status >= 520 && status <= 530)

/** The network's answer, or what is kept where none comes in time; a late one is better than nothing. */
export async function networkFirst({ ask, kept, waitMs = patienceMs }: Needs): Promise<Response | undefined> {
  let excuse: Response | undefined
  const asked = ask().then(
    (answer) => {
      if (!isAway(answer)) return answer
      excuse = answer
      return undefined
    },
    () => undefined,
  )
  const isShort = performance.now() < awayUntil
  const first = await Promise.race([asked, patience(isShort ? Math.min(shortMs, waitMs) : waitMs)])
  if (first) {
    awayUntil = 0
    return first
  }
  const found = await kept().catch(() => undefined)
  if (!found) return (await asked) ?? excuse
  awayUntil = performance.now() + awayMs
  return found
}

const patience = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))
