import * as z from 'zod/mini'

/** The product's names for its two models; the service's ids are configuration of the functions. */
export type AiModel = 'fast' | 'powerful'

/**
 * How entries are analysed and when the assistant reminds, as one person has chosen it. Without `aiEnabled` there is no
 * AI anywhere in the app.
 */
export type AiSettings = {
  readonly aiEnabled: boolean
  readonly model: AiModel
  readonly temperature: number
  /** Tokens; the fast model's alone. */
  readonly thinkingBudget: number
  readonly topP: number
  readonly topK: number
  readonly minimumConfidence: number
  /** Days. */
  readonly retainSuggestions: number
  readonly autoAnalyzeEnabled: boolean
  readonly costOptimizationEnabled: boolean
  /** The assistant reminds of writing (`domain/account/reminders.ts`); this is no AI, and stands beside `aiEnabled`. */
  readonly isMeiLingEnabled: boolean
  /** Minutes. */
  readonly reminderInterval: ReminderInterval
  /** The hours of the day, 0 to 23, at which its silence begins and ends; the same ones are no silence. */
  readonly quietFrom: number
  readonly quietUntil: number
  /** Where the person was last, for whoever reminds them while the app is closed; empty while nobody knows. */
  readonly timeZone: string
}

/** Specification §5. Minutes. */
export const REMINDER_INTERVALS = [30, 60, 120, 240] as const

export type ReminderInterval = (typeof REMINDER_INTERVALS)[number]

type Bounds = { readonly low: number; readonly high: number; readonly step: number }

/** Specification §5. Retention is in days, a thinking budget in tokens. */
export const AI_RANGES = {
  temperature: { low: 0, high: 1, step: 0.1 },
  thinkingBudget: { low: 0, high: 24_576, step: 512 },
  topP: { low: 0, high: 1, step: 0.05 },
  topK: { low: 1, high: 100, step: 1 },
  minimumConfidence: { low: 0.1, high: 1, step: 0.1 },
  retainSuggestions: { low: 1, high: 90, step: 1 },
} as const satisfies Record<string, Bounds>

export type AiRange = keyof typeof AI_RANGES

/** Specification §9. The master switch is on: nothing is sent before somebody asks for it. */
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
/** As long as the rules let a name of a time zone be. */
const MAX_ZONE_CHARACTERS = 64

/** Auto-apply needs more than this (specification §4). */
const AUTO_APPLY_ABOVE = 0.9

/** What is stored, value by value: one that cannot be read or lies outside its range costs no other. */
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

/** Reads stored settings, from a browser or a database; what cannot be read is the default. */
export function parseAiSettings(stored: unknown): AiSettings {
  const parsed = StoredAiSettings.safeParse(stored)
  return parsed.success ? parsed.data : DEFAULT_AI_SETTINGS
}

/** As a browser keeps them: JSON, or anything at all. */
export function parseAiSettingsText(text: string | null): AiSettings {
  try {
    return parseAiSettings(JSON.parse(text ?? 'null'))
  } catch {
    return DEFAULT_AI_SETTINGS
  }
}

/** A value brought into its range and onto its step. */
export function clampToRange(range: AiRange, value: number): number {
  const { low, high, step } = AI_RANGES[range]
  const clamped = Math.min(high, Math.max(low, value))
  const stepped = low + Math.round((clamped - low) / step) * step
  return Number(Math.min(high, stepped).toFixed(2))
}

/** Specification §4: only with automatic analysis and cost optimisation on, and above 0.9. */
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
