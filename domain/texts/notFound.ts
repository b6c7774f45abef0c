/** Texts of the 404 screen. */
export const NOT_FOUND_TEXT = {
  noCarrier: 'No carrier',
  title: 'Log Not Found',
  back: 'Return to Base',
  requested: (path: string) => `Requested ${path}`,
  explanation: (end: string) =>
    `That address is off the dial. The band ends at ${end} MHz and nothing is transmitting past it.`,
} as const
