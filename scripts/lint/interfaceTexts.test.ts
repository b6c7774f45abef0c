import { RuleTester } from 'oxlint/plugins-dev'
import { describe, test } from 'vitest'
import { interfaceTexts } from './interfaceTexts.ts'

RuleTester.describe = describe
RuleTester.it = test

const errors = (count: number) => Array.from({ length: count }, () => ({ message: /domain\/texts/ }))
const invalid = (code: string, count = 1) => ({ code, errors: errors(count) })

new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } }).run('interface-texts', interfaceTexts, {
  valid: [
    '<p>{TEXT.title}</p>',
    '<p className="muted" id="a">· {count} − 50 %</p>',
    '<p>{`${from}–${to}`}</p>',
    '<p>{isOpen ? TEXT.close : TEXT.open}</p>',
    "<p>{status === 'open' && <Note />}</p>",
    "<p>{textOf('open')}</p>",
    '<input name="level" type="radio" aria-label={TEXT.level} />',
    '<Panel title={TEXT.title} id="panel" {...rest} />',
    '<rect.Text aria-labelledby="title" />',
    "const TITLE = 'Title'",
  ],
  invalid: [
    invalid('<p>Nothing yet.</p>'),
    invalid('<kbd>Ctrl</kbd>'),
    invalid('<span>112.4 MHz</span>'),
    invalid('<p>Ελλάδα</p>'),
    invalid('<>Nothing yet.</>'),
    invalid('<p>{"Nothing yet."}</p>'),
    invalid('<p>{`${count} entries`}</p>'),
    invalid("<p>{isOpen ? 'Close' : 'Open'}</p>", 2),
    invalid("<p>{isOpen && 'Close'}</p>"),
    invalid("<p>{count + ' entries'}</p>"),
    invalid('<p>a<b>b</b>{x}c</p>', 3),
    invalid('<p aria-label="Entries" />'),
    invalid("<p aria-label={isOpen ? 'Close' : TEXT.open} />"),
    invalid('<input placeholder="Name" title="Name" alt="Name" />', 3),
    invalid('<Switch label="Sound" hint="Plays sounds." />', 2),
    invalid('<Row name="Sound" />'),
  ],
})
