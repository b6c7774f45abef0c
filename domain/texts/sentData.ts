/** Texts of the dialog with the data that an analysis sends. */
export const SENT_DATA_TEXT = {
  loading: 'Loading the data from the server…',
  summary: (model: string, tokens: number, cost: string) =>
    `An analysis sends this instruction and this data to Google, to the model ${model}, and nothing else: about ${tokens.toLocaleString('en-US')} tokens, ${cost}.`,
  instruction: 'Instruction',
  data: 'Data',
} as const
