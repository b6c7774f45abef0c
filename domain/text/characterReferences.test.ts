import { expect, test } from 'vitest'
import { decodeReferences } from './characterReferences.ts'

test.each([
  ['Rock &amp; Roll', 'Rock & Roll'],
  ['don&#39;t &#x2019; &#X2019;', "don't ’ ’"],
  ['Caf&eacute; &Eacute;', 'Café É'],
  ['a&nbsp;b', 'a\u00A0b'],
  ['&amp;amp; &amp;#39;', '&amp; &#39;'],
  ['&lt;b&gt;', '<b>'],
  ['it&#146;s', 'it’s'],
  ['&#128512;', '😀'],
  ['&#0; &#xD800; &#x110000;', '\uFFFD \uFFFD \uFFFD'],
  ['AT&T, R & B, &, a &amp b, &nothing; &#; &#x;', 'AT&T, R & B, &, a &amp b, &nothing; &#; &#x;'],
])('decodes the character references in %j to %j', (text, decoded) => expect(decodeReferences(text)).toBe(decoded))
