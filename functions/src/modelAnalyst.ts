import { ModelAnswer } from '../../domain/analysis/modelAnswer.ts'
import { FUNCTION_TEXT } from '../../domain/texts/functions.ts'
import type { Analyst } from './analyst.ts'
import type { Gemini } from './gemini.ts'
import { INSTRUCTION, promptInputJson } from './prompt.ts'

/** Returns an analyst that uses a model. */
export const modelAnalyst = (model: Gemini): Analyst => ({
  source: 'model',
  preview: (input) => ({
    model: model.modelOf(input.settings),
    instruction: INSTRUCTION,
    data: promptInputJson(input),
  }),
  analyze: (input) =>
    model.ask({
      settings: input.settings,
      instruction: INSTRUCTION,
      parts: [{ text: promptInputJson(input) }],
      schema: ModelAnswer,
      declinedText: FUNCTION_TEXT.analysisDeclined,
    }),
})
