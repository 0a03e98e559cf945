import type { NotificationTopic } from '#contract/push.ts'

export type Topic = { topic: NotificationTopic['topic']; active: boolean }

/** The order on the page. */
const order: readonly Topic['topic'][] = ['New_Connected_Client', 'General_Notifications']

export type PushChoice = { isOn: boolean; topics: Topic[] }

export function wantedFrom(subscription: { active: boolean; topics: readonly Topic[] } | null): PushChoice {
  const active = (topic: Topic['topic']) => subscription?.topics.find((one) => one.topic === topic)?.active ?? true
  return { isOn: subscription?.active ?? false, topics: order.map((topic) => ({ topic, active: active(topic) })) }
}

/** The main switch turns every topic on; turning it off leaves them unchanged. */
export function withMaster({ topics }: PushChoice, isOn: boolean): PushChoice {
  return { isOn, topics: isOn ? topics.map(({ topic }) => ({ topic, active: true })) : topics }
}

export function withTopic({ isOn, topics }: PushChoice, topic: Topic['topic'], active: boolean): PushChoice {
  return { isOn, topics: topics.map((one) => (one.topic === topic ? { topic, active } : one)) }
}

export const everything: PushChoice = { isOn: true, topics: order.map((topic) => ({ topic, active: true })) }
