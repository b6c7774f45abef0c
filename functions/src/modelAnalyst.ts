import { ModelAnswer } from '../../domain/analysis/modelAnswer.ts'
import type { Analyst } from './analyst.ts'
import type { Gemini } from './gemini.ts'
import { INSTRUCTION, promptData } from './prompt.ts'

/** A model that reads entries. */
export const modelAnalyst = (model: Gemini): Analyst => ({
  source: 'model',
  preview: (about) => ({
    model: model.modelOf(about.settings),
    instruction: INSTRUCTION,
    data: promptData(about),
  }),
  analyse: (about) =>
    model.ask({
      settings: about.settings,
      instruction: INSTRUCTION,
      parts: [{ text: promptData(about) }],
      schema: ModelAnswer,
      declined: 'The AI service declined to analyze this entry.',
    }),
})
