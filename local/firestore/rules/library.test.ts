/*
 * Tests every function, method and operator of the published language reference with two conditions: one that allows
 * and one that denies.
 */
import { expect, test, vi } from 'vitest'
import { LIBRARY_NAMES } from './library.ts'
import { compileRules } from './ruleset.ts'
import { Constraint, ruleValueFromJson, TYPE_NAMES, type RuleMap, type RuleValue } from './values.ts'

type Pair = readonly [allows: string, denies: string]

const OPERATORS: { readonly [operator: string]: Pair } = {
  '||': ['false || true', 'false || false'],
  '&&': ['true && true', 'true && false'],
  '!': ['!false', '!true'],
  '==': ["'a' == 'a'", "'a' == 'b'"],
  '!=': ['1 != 2', '1 != 1'],
  '<': ['1 < 2', '2 < 2'],
  '<=': ['2 <= 2', '3 <= 2'],
  '>': ['2.5 > 2', '2 > 2.5'],
  '>=': ["'b' >= 'a'", "'a' >= 'b'"],
  in: ["'a' in ['a'].toSet()", "'b' in {'a': 1}"],
  is: ["'a' is string", "'a' is int"],
  '+': ['1 + 1 == 2', "'a' + 1 == 'a1'"],
  '-': ['1 - 2 == -1', "'a' - 'b' == ''"],
  '*': ['2 * 3 == 6', '9223372036854775807 * 2 > 0'],
  '/': ['7 / 2 == 3', '1 / 0 == 0'],
  '%': ['7 % 4 == 3', '7 % 4 == 1'],
  'unary -': ['-1 < 0', "-'a' == 'a'"],
  '? :': ['1 < 2 ? true : false', '1 ? true : true'],
  '[i]': ['[1, 2][1] == 2', '[1, 2][2] == 2'],
  '[i] of a map': ["{'a': 1}['a'] == 1", "{'a': 1}['b'] == 1"],
  '[i:j]': ["'abcd'[1:3] == 'bc'", "'abcd'[3:1] == ''"],
  '.': ["{'a': 1}.a == 1", "{'a': 1}.b == 1"],
  list: ['[1, [2]] == [1, [2]]', '[1, 2] == [2, 1]'],
  map: ["{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "{'a': 1} == {'a': 1.0}"],
  'path literal': ['/a/$(id) == /a/one', '/a/$(id) == /a/two'],
  'bytes literal': ["b'a' == b'a'", "b'a' == 'a'"],
}

const TYPES: { readonly [type: string]: Pair } = {
  bool: ['true is bool', "'true' is bool"],
  bytes: ["b'a' is bytes", "'a' is bytes"],
  float: ['1.0 is float', '1 is float'],
  int: ['1 is int', '1.0 is int'],
  number: ['1 is number && 1.5 is number', "'1' is number"],
  string: ["'' is string", 'null is string'],
  list: ['[] is list', '[].toSet() is list'],
  map: ['{} is map', '[] is map'],
  set: ['[].toSet() is set', '[] is set'],
  map_diff: ['{}.diff({}) is map_diff', '{} is map_diff'],
  path: ['/a is path', "'/a' is path"],
  latlng: ['latlng.value(1, 2) is latlng', '1 is latlng'],
  timestamp: ['timestamp.value(0) is timestamp', '0 is timestamp'],
  duration: ["duration.value(1, 's') is duration", '1 is duration'],
  constraint: ['resource.data.tags is constraint', '1 is constraint'],
}

/** For each function and method: a condition that allows and a condition that denies. */
const FUNCTIONS: { readonly [name: string]: Pair } = {
  'string.lower': ["'AbÄ'.lower() == 'abÄ'", "'A'.lower() == 'A'"],
  'string.upper': ["'aä'.upper() == 'Aä'", "'a'.upper() == 'a'"],
  'string.trim': ["'\\t x '.trim() == 'x'", "'x '.trim() == 'x '"],
  'string.size': ["'😀'.size() == 2", "'😀'.size() == 1"],
  'string.matches': ["'abc'.matches('a.c')", "'xabc'.matches('a.c')"],
  'string.split': ["'a1b'.split('[0-9]') == ['a', 'b']", "'ab'.split(',') == ['a', 'b']"],
  'string.replace': ["'a1b2'.replace('[0-9]', '') == 'ab'", "'a'.replace('(', '') == 'a'"],
  'string.toUtf8': ["'é'.toUtf8().size() == 2", "'é'.toUtf8().size() == 1"],
  'list.size': ['[1, 2].size() == 2', '[].size() == 1'],
  'list.concat': ['[1].concat([2]) == [1, 2]', '[1].concat(2) == [1, 2]'],
  'list.join': ["['a', 1, true].join('-') == 'a-1-true'", "[{}].join('') == ''"],
  'list.removeAll': ['[1, 2, 1].removeAll([1]) == [2]', '[1].removeAll([1]) == [1]'],
  'list.toSet': ['[1, 1].toSet().size() == 1', '[1].toSet() == [1]'],
  'list.hasAll': ['[1, 2].hasAll([2])', '[1, 2].hasAll([3])'],
  'list.hasAny': ['[1, 2].hasAny([2, 3])', '[1, 2].hasAny([3])'],
  'list.hasOnly': ['[1, 1].hasOnly([1, 2])', '[1, 3].hasOnly([1, 2])'],
  'set.size': ['[1, 2].toSet().size() == 2', '[1, 2].toSet().size() == 3'],
  'set.hasAll': ['[1, 2].toSet().hasAll([1])', '[1].toSet().hasAll([1, 2])'],
  'set.hasAny': ['[1].toSet().hasAny([1, 2].toSet())', '[1].toSet().hasAny([2])'],
  'set.hasOnly': ['[1].toSet().hasOnly([1, 2])', '[1, 2].toSet().hasOnly([1])'],
  'set.difference': [
    '[1, 2].toSet().difference([2].toSet()) == [1].toSet()',
    '[1].toSet().difference(1) == [].toSet()',
  ],
  'set.intersection': [
    '[1, 2].toSet().intersection([2].toSet()).size() == 1',
    '[1].toSet().intersection([2].toSet()).size() == 1',
  ],
  'set.union': ['[1].toSet().union([2].toSet()).hasAll([1, 2])', '[1].toSet().union([2].toSet()).hasAll([3])'],
  'map.keys': ["{'a': 1}.keys() == ['a']", "{'a': 1}.keys() == []"],
  'map.values': ["{'a': 1}.values() == [1]", "{'a': 1}.values() == ['a']"],
  'map.size': ["{'a': 1}.size() == 1", '{}.size() == 1'],
  'map.get': ["{'a': {'b': 1}}.get(['a', 'b'], 0) == 1 && {}.get('a', 7) == 7", "{'a': null}.get('a', 7) == 7"],
  'map.diff': ["{'a': 1}.diff({}) is map_diff", "{'a': 1}.diff([]) is map_diff"],
  'map_diff.addedKeys': [
    "{'a': 1}.diff({}).addedKeys() == ['a'].toSet()",
    "{}.diff({'a': 1}).addedKeys().hasAny(['a'])",
  ],
  'map_diff.removedKeys': [
    "{}.diff({'a': 1}).removedKeys().hasOnly(['a'])",
    "{'a': 1}.diff({}).removedKeys().hasAny(['a'])",
  ],
  'map_diff.changedKeys': [
    "{'a': 1}.diff({'a': 2}).changedKeys().hasAll(['a'])",
    "{'a': 1}.diff({'a': 1}).changedKeys().hasAll(['a'])",
  ],
  'map_diff.unchangedKeys': [
    "{'a': [1]}.diff({'a': [1]}).unchangedKeys().hasAll(['a'])",
    "{'a': 1}.diff({'a': 1.0}).unchangedKeys().hasAll(['a'])",
  ],
  'map_diff.affectedKeys': [
    "{'a': 1, 'b': 2, 'd': 4}.diff({'a': 2, 'c': 3, 'd': 4}).affectedKeys() == ['a', 'b', 'c'].toSet()",
    "{'d': 4}.diff({'d': 4}).affectedKeys().hasAny(['d'])",
  ],
  'bytes.size': ["b'abc'.size() == 3", "b'abc'.size() == 2"],
  'bytes.toBase64': ["b'a'.toBase64() == 'YQ=='", "b'a'.toBase64() == 'YQ'"],
  'bytes.toHexString': ["b'\\x0f'.toHexString() == '0f'", "b'a'.toHexString() == 'a'"],
  'timestamp.date': [
    'timestamp.value(90000000).date() == timestamp.date(1970, 1, 2)',
    'timestamp.value(1).date() == timestamp.value(1)',
  ],
  'timestamp.time': [
    "timestamp.value(90000000).time() == duration.value(1, 'h')",
    "timestamp.value(0).time() == duration.value(1, 's')",
  ],
  'timestamp.year': ['timestamp.date(2026, 11, 21).year() == 2026', 'timestamp.date(2026, 11, 21).year() == 26'],
  'timestamp.month': ['timestamp.date(2026, 11, 21).month() == 11', 'timestamp.date(2026, 11, 21).month() == 10'],
  'timestamp.day': ['timestamp.date(2026, 11, 21).day() == 21', 'timestamp.date(2026, 11, 21).day() == 6'],
  'timestamp.hours': ['timestamp.value(3600000).hours() == 1', 'timestamp.value(3599000).hours() == 1'],
  'timestamp.minutes': ['timestamp.value(60000).minutes() == 1', 'timestamp.value(0).minutes() == 1'],
  'timestamp.seconds': ['timestamp.value(61000).seconds() == 1', 'timestamp.value(61000).seconds() == 61'],
  'timestamp.nanos': ['timestamp.value(1).nanos() == 1000000', 'timestamp.value(1).nanos() == 1'],
  'timestamp.dayOfWeek': [
    'timestamp.date(2026, 11, 22).dayOfWeek() == 7',
    'timestamp.date(2026, 11, 22).dayOfWeek() == 0',
  ],
  'timestamp.dayOfYear': [
    'timestamp.date(2024, 12, 31).dayOfYear() == 366',
    'timestamp.date(2024, 1, 1).dayOfYear() == 0',
  ],
  'timestamp.toMillis': ['timestamp.value(-1500).toMillis() == -1500', 'timestamp.value(1).toMillis() == 0'],
  'duration.seconds': ["duration.value(90, 's').seconds() == 90", "duration.value(90, 's').seconds() == 30"],
  'duration.nanos': ["duration.value(1500, 'ms').nanos() == 500000000", "duration.value(1, 's').nanos() == 1000000000"],
  'latlng.latitude': ['latlng.value(1.5, 2).latitude() == 1.5', 'latlng.value(1, 2).latitude() == 2'],
  'latlng.longitude': ['latlng.value(1, 2).longitude() == 2', 'latlng.value(1, 2).longitude() == 1'],
  'latlng.distance': ['latlng.value(0, 0).distance(latlng.value(0, 1)) > 111000', 'latlng.value(0, 0).distance(1) > 0'],
  'path.bind': ["path('/a/{b}').bind({'b': 'c'}) == /a/c", "path('/a/{b}').bind({}) == /a/c"],
  'constraint.hasAny': ["resource.data.tags.hasAny(['a', 'b'])", "resource.data.tags.hasAny(['b'])"],
  bool: ["bool('true')", "bool('yes')"],
  int: ["int('7') == 7 && int(7.9) == 7", "int('7.5') == 7"],
  float: ["float('1.5') == 1.5 && float(1) is float", "float('x') == 0.0"],
  string: ["string(1) == '1' && string(null) == 'null'", "string([]) == ''"],
  path: ["path('/a/b')[1] == 'b'", 'path(1) == /a'],
  debug: ["debug('seen') == 'seen'", 'debug(false)'],
  'math.abs': ['math.abs(-2) == 2 && math.abs(-1.5) == 1.5', "math.abs('-1') == 1"],
  'math.ceil': ['math.ceil(1.2) == 2 && math.ceil(9007199254740993) == 9007199254740993', 'math.ceil(1.2) == 1'],
  'math.floor': ['math.floor(-1.2) == -2', 'math.floor(1.8) == 2'],
  'math.round': ['math.round(1.5) == 2 && math.round(-1.5) == -1', 'math.round(1.4) == 2'],
  'math.sqrt': ['math.sqrt(4) == 2.0', 'math.sqrt(-1) == 0.0'],
  'math.pow': ['math.pow(2, 3) == 8.0', 'math.pow(2, 3) == 6.0'],
  'math.isNaN': ['math.isNaN(0.0 / 0.0)', 'math.isNaN(1)'],
  'math.isInfinite': ['math.isInfinite(1.0 / 0.0)', 'math.isInfinite(1)'],
  'timestamp.value': [
    'timestamp.value(0) == timestamp.date(1970, 1, 1)',
    "timestamp.value('0') == timestamp.date(1970, 1, 1)",
  ],
  'duration.value': [
    "duration.value(1, 'w') == duration.value(7, 'd') && duration.value(1, 'm') == duration.value(60000000000, 'ns')",
    "duration.value(1, 'y') is duration",
  ],
  'duration.time': ['duration.time(1, 2, 3, 4).seconds() == 3723', 'duration.time(1, 0, 0, 0).seconds() == 1'],
  'duration.abs': ["duration.abs(duration.value(-1, 's')) == duration.value(1, 's')", 'duration.abs(1) == 1'],
  'latlng.value': ['latlng.value(1, 2) == latlng.value(1, 2)', "latlng.value('1', 2) is latlng"],
  'hashing.crc32': ["hashing.crc32('123456789').toHexString() == 'cbf43926'", "hashing.crc32('a').toHexString() == ''"],
  'hashing.crc32c': ["hashing.crc32c(b'123456789').toHexString() == 'e3069283'", 'hashing.crc32c(1).size() == 4'],
  'hashing.md5': ["hashing.md5('a').toHexString() == '0cc175b9c0f1b6a831c399e269772661'", "hashing.md5('a') == 'a'"],
  'hashing.sha256': [
    "hashing.sha256('a').toBase64() == 'ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='",
    "hashing.sha256('a').size() == 16",
  ],
}

const DOCUMENTS: { readonly [name: string]: Pair } = {
  get: [
    'get(/databases/$(database)/documents/c/before).data.n == 1',
    'get(/databases/$(database)/documents/c/after).data.n == 2',
  ],
  exists: ['exists(/databases/$(database)/documents/c/before)', 'exists(/databases/$(database)/documents/c/after)'],
  getAfter: [
    'getAfter(/databases/$(database)/documents/c/after).data.n == 2',
    'getAfter(/databases/$(database)/documents/c/before) != null',
  ],
  existsAfter: [
    'existsAfter(/databases/$(database)/documents/c/after)',
    'existsAfter(/databases/$(database)/documents/c/before)',
  ],
}

const TIMES: { readonly [name: string]: Pair } = {
  'timestamp + duration': [
    "timestamp.value(0) + duration.value(1, 'd') == timestamp.date(1970, 1, 2)",
    'timestamp.value(0) + 1 == timestamp.value(1)',
  ],
  'duration + timestamp': [
    "duration.value(1, 's') + timestamp.value(0) == timestamp.value(1000)",
    "duration.value(1, 's') + 1 == 2",
  ],
  'timestamp - timestamp': [
    "timestamp.value(2000) - timestamp.value(500) == duration.value(1500, 'ms')",
    'timestamp.value(1) - timestamp.value(1) == 0',
  ],
  'timestamp - duration': [
    "timestamp.value(2000) - duration.value(1, 's') == timestamp.value(1000)",
    "duration.value(1, 's') - timestamp.value(0) == timestamp.value(0)",
  ],
  'duration ± duration': [
    "duration.value(1, 's') - duration.value(2, 's') == duration.value(-1, 's')",
    "duration.value(1, 's') * duration.value(1, 's') is duration",
  ],
  'timestamp < timestamp': ['timestamp.value(1) < timestamp.value(2)', 'timestamp.value(1) < 2'],
  'duration < duration': ["duration.value(1, 's') < duration.value(1, 'm')", "duration.value(1, 's') < 2"],
}

const resource = new Map<string, RuleValue>([
  ['data', new Map<string, RuleValue>([['tags', new Constraint([{ op: 'contains', value: 'a' }])]])],
])
const stored = (n: number): RuleMap => new Map([['data', ruleValueFromJson({ n })]])

function decides(condition: string): boolean {
  const source = `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents { match /c/{id} { allow get: if ${condition}; } } }`
  return compileRules(source).decide({
    method: 'get',
    segments: ['databases', '(default)', 'documents', 'c', 'one'],
    request: new Map<string, RuleValue>([['auth', null]]),
    resource,
    documents: {
      read: ({ segments }, after) => (segments.at(-1) === (after ? 'after' : 'before') ? stored(after ? 2 : 1) : null),
    },
  }).allowed
}

const ALL = { ...OPERATORS, ...TYPES, ...FUNCTIONS, ...TIMES }
const PAIRS = [...Object.entries(ALL), ...Object.entries(DOCUMENTS)]

test.each(PAIRS)('evaluates %s', (_, [allows, denies]) => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(decides(allows), allows).toBe(true)
  expect(decides(denies), denies).toBe(false)
})

test('this file tests every function and type of the library', () => {
  expect(new Set(Object.keys(FUNCTIONS))).toEqual(new Set(LIBRARY_NAMES))
  expect(new Set(Object.keys(TYPES))).toEqual(new Set(TYPE_NAMES))
})

test('the rules function debug() prints its argument', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  decides("debug({'a': [1, 'x']}) != null")
  expect(log).toHaveBeenCalledWith('firestore: debug: {"a":[1,"x"]}')
})

test.each([
  ['an expression that RE2 rejects', "'a'.matches('(?=a)')"],
  ['a number out of range for an int', 'math.ceil(1.0 / 0.0) > 0'],
  ['a date that does not exist', 'timestamp.date(999999999, 1, 1).year() > 0'],
])('%s causes an evaluation error, so that the request is denied', (_, condition) => {
  expect(decides(condition)).toBe(false)
  expect(decides(`${condition} || true`)).toBe(true)
})
