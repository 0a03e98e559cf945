const machines =
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|scan|monitor|lighthouse|headless|phantom|python|curl|wget|java\/|go-http|okhttp|axios|node-fetch|undici|facebookexternalhit|whatsapp|telegram|embedly|quora|pinterest\/|vkshare|validator|fetch\b/i

/** Whether a visit was made by a machine: such are not counted. Who does not say what it is, is one. */
export const isMachine = (userAgent: string | null) => !userAgent || machines.test(userAgent)
