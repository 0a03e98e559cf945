/** The demo card of each layout, in the order of `layouts`. */
export const layoutDemos = ['maren', 'julian', 'priya', 'oyelaran', 'eleanor']
