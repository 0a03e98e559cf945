/** Events that pages report or the server records, with the one parameter each is counted by. `{product}` is the slug. */
export const eventParameters = {
  'open_{product}': 'platform_used',
  page_view: 'page_name',
  homepage_click: 'homepage_click',
  'share_{product}_location': 'share_{product}_location',
  custom_history_change: 'page_name',
  advanced_sharing: 'advanced_sharing',
  collect_client_data: 'collect_client_data',
  homepage_event: 'homepage_event',
  v_card_download: 'platform_used',
  short_link_click: 'short_link',
} as const

export type EventName = keyof typeof eventParameters

/** Values of homepage_click, shared by the page that sends them and the report that reads them. */
export const socialClicks = ['Instagram', 'Facebook Business', 'LinkedIn', 'YouTube', 'Website'] as const
export const linkClicks = ['Call Me', 'Email Me', 'Text Me', 'Share'] as const
