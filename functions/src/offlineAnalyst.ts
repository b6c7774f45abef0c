import { goalOf, normalizeGoal } from '../../domain/entry/goals.ts'
import { truncateText } from '../../domain/text/graphemes.ts'
import { hashtagsIn } from '../../domain/entry/tags.ts'
import { isLogLevel, type LogLevel } from '../../domain/entry/levels.ts'
import { MAX_SUGGESTED_GOALS, MAX_SUGGESTED_TAGS, type ModelAnswer } from '../../domain/analysis/modelAnswer.ts'
import { withoutCode } from '../../domain/text/markdownTree.ts'
import { tagKey, unionTags } from '../../domain/entry/tags.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import type { Analyst, AnalysisInput } from './analyst.ts'

/** Keywords of each level, with their weights. */
const VOCABULARY: { readonly [Level in LogLevel]: readonly (readonly [weight: number, words: string])[] } = {
  ALERT: [
    [3, 'emergency urgent urgently critical danger dangerous evacuate fire alarm ambulance police'],
    [
      2,
      'broke broken broken-down burst leak leaking outage injured injury accident failed failure crashed stolen flood',
    ],
    [2, 'asap immediately deadline overdue warning lost missing bleeding fever'],
    [1, 'problem trouble wrong worse pain late blocked stuck down cut'],
  ],
  TACTICAL: [
    [2, 'plan plans planned decided decide decision schedule scheduled agreed strategy goal goals target milestone'],
    [2, 'finish finished complete completed deploy deployed shipped booked ordered fixed built sent'],
    [1, 'meeting call prepare start started next step tomorrow week project order training run ran'],
  ],
  INTEL: [
    [2, 'learned discovered noticed observed confirmed confirm found heard realised realized turns according'],
    [2, 'compared measured tested read research report reported analysis result results figures data study'],
    [1, 'says said told saw seems shows means because question answer idea'],
  ],
  FIELD: [
    [2, 'walk walked hike hiked trip travelled traveled drove visited visit arrived weather rain snow wind'],
    [1, 'dinner lunch breakfast garden park beach evening morning family friend friends coffee met'],
  ],
}

/** All levels. If two levels have the same score, the level that comes first in this list is suggested. */
const LEVELS = Object.keys(VOCABULARY).filter(isLogLevel)

const INTENT =
  /\b(?:i\s+|we\s+)?(?:need to|needs to|have to|has to|must|should|remember to|don[’']t forget to|want to|plan to|going to|todo:?|to do:)\s+([^\n.;!?]{3,})/giu
/** The maximum length of a goal that is taken from a sentence. */
const MAX_INTENT_CHARACTERS = 160
/** Matches an unchecked task of a Markdown list. */
const OPEN_TASK = /^[ \t]*[-*+][ \t]+\[ \][ \t]+(.+)/gmu
/** Matches headings of levels 1 and 2. Headings of lower levels divide the text but do not name its subject. */
const HEADING = /^#{1,2}[ \t]+(.+)$/gmu

const ARTICLES = new Set(['a', 'an', 'the', 'my', 'our'])

/** Words that say nothing about the subject of a text. */
const STOP_WORDS = new Set(
  'about above after again against almost along already also although always another anything around because been before being below between both cannot could didn does doesn doing done during each either enough even every everything first from further getting going good great have having here herself himself however into itself just keep last least less like little long made make many maybe might more most much must myself need never next nothing once only other others ourselves over really same shall should since some something still such take than that their them then there these they thing things think this those though through today together tomorrow tonight under until very want wanted were what when where which while will with within without would yesterday your yours minutes hours days weeks months years morning evening afternoon night monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
)

const WORD = /[\p{L}][\p{L}\p{M}'’-]{2,}/gu
const MIN_SUBJECT_LETTERS = 5
/**
 * The highest confidence of the offline analyst. Suggestions above 0.9 are applied automatically (specification §4).
 * Keywords are not certain enough for this.
 */
const MAX_CONFIDENCE = 0.85
const BASE_CONFIDENCE = 0.4

/**
 * Analyzes entries on a developer's machine that has no API key for a model. Takes the level from weighted keywords,
 * goals from open tasks and from sentences that announce work, and tags from known tags and repeated words. The result
 * is deterministic, and no data leaves the machine.
 */
export const offlineAnalyst: Analyst = {
  source: 'offline',
  preview: () => ({ instruction: FUNCTION_TEXT.offlinePreview, data: '' }),
  analyze: (input) => Promise.resolve({ answer: analyzeOffline(input), tokens: null }),
}

function analyzeOffline(input: AnalysisInput): ModelAnswer {
  const text = withoutCode(input.content)
  const level = levelIn(text, input.level)
  const goals = goalsIn(text, input.goals)
  const tags = tagsIn(text, input)
  const evidenceScore =
    Math.min(4, level.weight) * 0.06 + Math.min(3, goals.length) * 0.05 + Math.min(3, tags.length) * 0.04
  return {
    levelEvidence: level.evidence,
    goalEvidence: goals.map(({ evidence }) => evidence),
    tagEvidence: tags.map(({ evidence }) => evidence),
    suggestedLogLevel: level.level,
    suggestedGoals: goals.map(({ value }) => value),
    suggestedTags: tags.map(({ value }) => value),
    confidence: Math.min(MAX_CONFIDENCE, BASE_CONFIDENCE + evidenceScore),
  }
}

type Candidate = { readonly value: string; readonly evidence: string }

function levelIn(text: string, current: string): { level: LogLevel; evidence: string; weight: number } {
  const words = text.toLowerCase().match(WORD) ?? []
  const scoreLevel = (level: LogLevel) => {
    const weights = new Map(
      VOCABULARY[level].flatMap(([weight, list]) => list.split(' ').map((word) => [word, weight] as const)),
    )
    const hits = [...new Set(words)].filter((word) => weights.has(word))
    return { level, weight: hits.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0), evidence: hits[0] ?? '' }
  }
  const urgent = (text.match(/!{2,}|\b[A-Z]{5,}\b/g)?.length ?? 0) > 1 ? 1 : 0
  const tasks = text.match(OPEN_TASK)?.[0]
  const signs: { readonly [level: string]: { readonly weight: number; readonly evidence: string } } = {
    ALERT: { weight: urgent, evidence: '' },
    TACTICAL: { weight: tasks ? 2 : 0, evidence: tasks ?? '' },
  }
  const found = LEVELS.map((level) => addSign(scoreLevel(level), signs[level])).toSorted((a, b) => b.weight - a.weight)
  const [first, second] = found
  if (!first || first.weight === 0) {
    const level = found.find((candidate) => candidate.level === current)?.level ?? 'FIELD'
    return { level, evidence: '', weight: 0 }
  }
  return { ...first, weight: first.weight - (second?.weight ?? 0) / 2 }
}

/** Adds evidence that is not a keyword, such as an open task, to the score of a level. */
const addSign = <Scored extends { weight: number; evidence: string }>(
  scored: Scored,
  sign: { readonly weight: number; readonly evidence: string } = { weight: 0, evidence: '' },
): Scored => ({ ...scored, weight: scored.weight + sign.weight, evidence: scored.evidence || sign.evidence })

/** Returns the entry's open goals, followed by goals found in the text. */
function goalsIn(text: string, there: readonly string[]): readonly Candidate[] {
  const open = there
    .filter((goal) => !goalOf(goal).done)
    .map((goal) => ({ value: goal, evidence: evidenceFor(text, goal) }))
  const tasks = [...text.matchAll(OPEN_TASK)].map(([, task = '']) => ({ value: toGoalText(task), evidence: task }))
  const meant = [...text.replace(OPEN_TASK, '').matchAll(INTENT)].map(([phrase, intent = '']) => ({
    value: toGoalText(truncateText(intent, MAX_INTENT_CHARACTERS)),
    evidence: phrase,
  }))
  const found: (Candidate & { readonly words: ReadonlySet<string> })[] = []
  for (const goal of [...open, ...tasks, ...meant]) {
    const value = normalizeGoal(goal.value)
    const words = new Set((value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !ARTICLES.has(word)))
    if (words.size === 0 || found.some((other) => words.isSubsetOf(other.words))) continue
    // A goal that contains all words of an earlier goal replaces the earlier goal.
    const less = found.findIndex((other) => other.words.isSubsetOf(words))
    if (less < 0) found.push({ value, words, evidence: goal.evidence })
    else found[less] = { value, words, evidence: goal.evidence }
  }
  return found.slice(0, MAX_SUGGESTED_GOALS)
}

/**
 * Returns the text of a goal without Markdown and without a clause such as ", because …". Capitalizes the first letter.
 */
function toGoalText(text: string): string {
  const words = text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`~]/g, '')
    .replace(/,\s*(?:but|and then|so|because)\b.*$/i, '')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the entry's own tags and hashtags, then known tags that the text mentions, then repeated words. */
function tagsIn(text: string, { content, tags, knownTags }: AnalysisInput): readonly Candidate[] {
  const words = text.toLowerCase().match(WORD) ?? []
  const stems = new Set(words.map(stem))
  const mentions = (tag: string) =>
    tagKey(tag)
      .split(/[-_/]/)
      .every((part) => stems.has(stem(part)))
  const counted = Map.groupBy(
    words.filter((word) => word.length >= MIN_SUBJECT_LETTERS && !STOP_WORDS.has(word) && !word.includes("'")),
    stem,
  )
  const headings = [...text.matchAll(HEADING)].flatMap(([, heading = '']) => heading.toLowerCase().match(WORD) ?? [])
  const recurring = [...counted.values()]
    .map((same) => ({ word: same[0] ?? '', times: same.length + (headings.includes(same[0] ?? '') ? 1 : 0) }))
    .filter(({ times }) => times > 1)
    .toSorted((a, b) => b.times - a.times || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word)
  const all = unionTags([...tags, ...hashtagsIn(content)], [...knownTags.filter(mentions), ...recurring])
  return all.slice(0, MAX_SUGGESTED_TAGS).map((tag) => ({ value: tag, evidence: evidenceFor(text, tag) }))
}

/** Returns the first word of the text that matches the tag, or an empty string. */
function evidenceFor(text: string, tag: string): string {
  const wanted = tagKey(tag).match(WORD)?.map(stem) ?? []
  return (text.match(WORD) ?? []).find((word) => wanted.includes(stem(word.toLowerCase()))) ?? ''
}

/** Returns the stem of a word. The singular and the plural of a word have the same stem. */
const stem = (word: string): string =>
  word
    .replace(/(?:ies|y)$/, 'i')
    .replace(/(?<=\p{L}{2}[^s])s$/u, '')
    .replace(/(?<=\p{L}{3})e$/u, '')
