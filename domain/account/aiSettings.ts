import * as z from 'zod/mini'

/** The names of the AI models in the settings. The configuration of the functions maps each name to a model id. */
export type AiModel = 'fast' | 'powerful'

/** A user's settings for analyses and reminders. If `aiEnabled` is false, all AI features of the app are off. */
export type AiSettings = {
  readonly aiEnabled: boolean
  readonly model: AiModel
  readonly temperature: number
  /** The thinking budget in tokens. Only the fast model uses a thinking budget. */
  readonly thinkingBudget: number
  readonly topP: number
  readonly topK: number
  readonly minimumConfidence: number
  /** The number of days for which suggestions are shown. */
  readonly retainSuggestions: number
  readonly autoAnalyzeEnabled: boolean
  readonly costOptimizationEnabled: boolean
  /**
   * Whether the assistant reminds the user to write (`domain/account/reminders.ts`). Independent of `aiEnabled`,
   * because reminders use no AI.
   */
  readonly isMeiLingEnabled: boolean
  /** The time between two reminders, in minutes. */
  readonly reminderInterval: ReminderInterval
  /** Start and end of the quiet hours, 0 to 23. Equal values mean no quiet hours. */
  readonly quietFrom: number
  readonly quietUntil: number
  /** The user's last known time zone, in which the server computes reminders; empty if unknown. */
  readonly timeZone: string
}

/** The available reminder intervals in minutes (specification §5). */
export const REMINDER_INTERVALS = [30, 60, 120, 240] as const

export type ReminderInterval = (typeof REMINDER_INTERVALS)[number]

type Bounds = { readonly low: number; readonly high: number; readonly step: number }

/** The range of each slider (specification §5). Retention is in days, the thinking budget in tokens. */
export const AI_RANGES = {
  temperature: { low: 0, high: 1, step: 0.1 },
  thinkingBudget: { low: 0, high: 24_576, step: 512 },
  topP: { low: 0, high: 1, step: 0.05 },
  topK: { low: 1, high: 100, step: 1 },
  minimumConfidence: { low: 0.1, high: 1, step: 0.1 },
  retainSuggestions: { low: 1, high: 90, step: 1 },
} as const satisfies Record<string, Bounds>

export type AiRange = keyof typeof AI_RANGES

/**
 * The default settings (specification §9). `aiEnabled` can default to true, because nothing is sent until the user
 * requests an analysis.
 */
export const DEFAULT_AI_SETTINGS: AiSettings = {
  aiEnabled: true,
  model: 'fast',
  temperature: 0.2,
  thinkingBudget: 2048,
  topP: 0.8,
  topK: 40,
  minimumConfidence: 0.7,
  retainSuggestions: 30,
  autoAnalyzeEnabled: false,
  costOptimizationEnabled: true,
  isMeiLingEnabled: false,
  reminderInterval: 60,
  quietFrom: 22,
  quietUntil: 7,
  timeZone: '',
}

const LAST_HOUR = 23
/** The security rules reject time zones with longer names. */
const MAX_ZONE_CHARACTERS = 64

/** Suggestions are applied automatically above this confidence (specification §4). */
const AUTO_APPLY_ABOVE = 0.9

/** Parses each stored value separately, so that an invalid value does not affect the others. */
const StoredAiSettings = z.object({
  aiEnabled: z.catch(z.boolean(), DEFAULT_AI_SETTINGS.aiEnabled),
  model: z.catch(z.enum(['fast', 'powerful']), DEFAULT_AI_SETTINGS.model),
  temperature: numberInRange('temperature'),
  thinkingBudget: numberInRange('thinkingBudget'),
  topP: numberInRange('topP'),
  topK: numberInRange('topK'),
  minimumConfidence: numberInRange('minimumConfidence'),
  retainSuggestions: numberInRange('retainSuggestions'),
  autoAnalyzeEnabled: z.catch(z.boolean(), DEFAULT_AI_SETTINGS.autoAnalyzeEnabled),
  costOptimizationEnabled: z.catch(z.boolean(), DEFAULT_AI_SETTINGS.costOptimizationEnabled),
  isMeiLingEnabled: z.catch(z.boolean(), DEFAULT_AI_SETTINGS.isMeiLingEnabled),
  reminderInterval: z.catch(z.literal(REMINDER_INTERVALS), DEFAULT_AI_SETTINGS.reminderInterval),
  quietFrom: hourOfDay('quietFrom'),
  quietUntil: hourOfDay('quietUntil'),
  timeZone: z.catch(z.string().check(z.maxLength(MAX_ZONE_CHARACTERS)), DEFAULT_AI_SETTINGS.timeZone),
})

/** Parses settings stored in a browser or a database. Invalid values become defaults. */
export function parseAiSettings(stored: unknown): AiSettings {
  const parsed = StoredAiSettings.safeParse(stored)
  return parsed.success ? parsed.data : DEFAULT_AI_SETTINGS
}

/** Parses settings from localStorage, which may contain any text. */
export function parseAiSettingsText(text: string | null): AiSettings {
  try {
    return parseAiSettings(JSON.parse(text ?? 'null'))
  } catch {
    return DEFAULT_AI_SETTINGS
  }
}

/** Clamps a value to its range and rounds it to its step. */
export function clampToRange(range: AiRange, value: number): number {
  const { low, high, step } = AI_RANGES[range]
  const clamped = Math.min(high, Math.max(low, value))
  const stepped = low + Math.round((clamped - low) / step) * step
  return Number(Math.min(high, stepped).toFixed(2))
}

/**
 * Returns whether suggestions are applied automatically. This requires automatic analysis, cost optimization, and a
 * confidence above 0.9 (specification §4).
 */
export const shouldAutoApply = (
  { autoAnalyzeEnabled, costOptimizationEnabled }: AiSettings,
  confidence: number,
): boolean => autoAnalyzeEnabled && costOptimizationEnabled && confidence > AUTO_APPLY_ABOVE

function numberInRange(range: AiRange) {
  const { low, high } = AI_RANGES[range]
  return z.catch(z.number().check(z.gte(low), z.lte(high)), DEFAULT_AI_SETTINGS[range])
}

function hourOfDay(key: 'quietFrom' | 'quietUntil') {
  return z.catch(z.int().check(z.gte(0), z.lte(LAST_HOUR)), DEFAULT_AI_SETTINGS[key])
}
