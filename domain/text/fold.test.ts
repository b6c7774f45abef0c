import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from './fold.ts'

describe('equality in a search', () => {
  test.each([
    ['lodz', 'Łódź'],
    ['smorrebrod', 'Smørrebrød'],
    ['strasse', 'STRAßE'],
    ['GROSSE', 'GROẞE'],
    ['aegir', 'Ægir'],
    ['coeur', 'cœur'],
    ['dakovo', 'Đakovo'],
    ['gudrun', 'Guðrun'],
    ['thorr', 'Þórr'],
    ['hamrun', 'Ħamrun'],
    ['sanit', 'SÁŊIT'],
    ['imaqa', 'imaĸa'],
    ['donaudampf', 'Donau\u00ADdampf'],
    ['ខ្ញុំចង់', 'ខ្ញុំ\u200Bចង់'],
    ['שלום', '\u2067שלום\u200F\u2069'],
    ['Ⓜ', 'ⓜ'],
    ['isparta', 'ISPARTA'],
    ['ısparta', 'İSPARTA'],
    ['οδοσ', 'ΟΔΌΣ'],
    ['οδος', 'οδοΣ'],
    ['елка', 'Ёлка'],
    ['fine', 'ﬁne'],
    ['Cafe\u0301', 'CAFÉ'],
    ['ｃａｆｅ', 'cafe'],
    ['שלום', 'שָׁלוֹם'],
    ['سلام', 'سَلَام'],
    ["don't", 'don’t'],
    ['"plan"', '“plan”'],
    ['"plan"', '„plan“'],
    ['"plan"', '«plan»'],
    ['❤', '❤️'],
    ['ガ', 'ｶﾞ'],
  ])('folds %j and %j to the same text', (text, variant) => expect(foldText(text)).toBe(foldText(variant)))

  test.each([
    ['दिन', 'दान'],
    ['กิน', 'กาน'],
    ['мой', 'мои'],
    ['їжа', 'іжа'],
    ['はは', 'ばば'],
    ['தமிழ', 'தமழ'],
    ['c++', 'c'],
    ['🎉', ''],
    ['ℹ️', 'i'],
    ['™', 'tm'],
    ['㊗️', '祝'],
    ['‼️', '!!'],
  ])('folds %j and %j to different texts', (text, otherText) => expect(foldText(text)).not.toBe(foldText(otherText)))

  test('does not fold a composed letter to a text that starts with its base letter', () => {
    expect(foldText('мой').startsWith(foldText('мои'))).toBe(false)
    expect(foldText('ばば').startsWith(foldText('は'))).toBe(false)
  })
})

test('does not change a text that is already folded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
  )
})

test('folds every Unicode normalization form of a text to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('NFC', 'NFD'), (text, form) => {
      expect(foldText(text.normalize(form))).toBe(foldText(text))
    }),
  )
})

test('folds the parts of a text on their own', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 4 })
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(foldText(texts.join(' '))).toBe(texts.map(foldText).join(' '))
    }),
  )
})
