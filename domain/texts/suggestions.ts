/** Texts of the suggestions panel and of the analysis buttons. Excludes the texts that the specification quotes. */
export const SUGGESTION_TEXT = {
  offline: 'OFFLINE',
  offlineHint: 'Found by keywords, without an AI model, because this server has no key for the AI service.',
  dismiss: 'Dismiss',
  dismissLabel: 'Dismiss suggestions',
  level: 'Level',
  goals: 'Goals',
  tags: 'Tags',
  unchanged: 'unchanged',
  /** The arrow between two levels, for screen readers. */
  becomes: 'becomes',
  levelName: (level: string) => `level ${level}`,
  goalName: (goal: string) => `goal ${goal}`,
  tagName: (tag: string) => `tag ${tag}`,
  insert: 'Insert',
  insertLabel: (name: string) => `Insert ${name}`,
  applyLabel: (name: string) => `Apply ${name}`,
  present: 'Already in this entry',
  analyzed: (when: string) => `Analyzed ${when}`,
  tokens: (count: number) => `, ${count.toLocaleString('en-US')} tokens used`,
  applyHint: '. Applying replaces the level, goals and tags of this entry.',
  removed: (names: readonly string[]) => ` This removes: ${names.join(', ')}.`,
  apply: 'Apply suggestions',
  sentData: 'Data sent to AI',
  notSent: 'This entry has not been sent to the server yet. You can analyze it once it has been saved.',
  changeSubject: 'Change',
} as const
/** Texts of the confidence meter. */
export const CONFIDENCE_TEXT = {
  title: 'Confidence',
} as const
