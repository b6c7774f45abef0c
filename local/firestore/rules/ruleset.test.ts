import { describe, expect, test } from 'vitest'
import { compileRules, UNKNOWN_ID, type RuleRequest } from './ruleset.ts'
import { Constraint, ruleValueFromJson, UnknownValue, type RuleValue } from './values.ts'

const file = (body: string, version = '2') =>
  `rules_version = '${version}'; service cloud.firestore { match /databases/{database}/documents { ${body} } }`

const request = (path: string, more: Partial<RuleRequest> = {}): RuleRequest => ({
  method: 'get',
  segments: ['databases', '(default)', 'documents', ...path.split('/')],
  request: new Map<string, RuleValue>([
    ['auth', ruleValueFromJson({ uid: 'alice', token: { admin: true } })],
    ['time', null],
  ]),
  resource: null,
  documents: { read: () => null },
  ...more,
})

/** Returns whether a rule with this condition allows a request. An evaluation error denies the request. */
const decides = (condition: string, more: Partial<RuleRequest> = {}): boolean =>
  compileRules(file(`match /c/{id} { allow get: if ${condition}; }`)).decide(request('c/one', more)).allowed

describe('compileRules rejects invalid rules', () => {
  test.each([
    ['match /c/{id} { allow get: if foo; }', /unknown variable "foo"/],
    ['match /c/{id} { allow get: if foo(); }', /unknown function "foo"/],
    ["match /c/{id} { allow get: if 'a'.shout(); }", /unknown method "shout"/],
    ['match /c/{id} { allow get: if math.sin(1) > 0; }', /unknown function "math.sin"/],
    ['match /c/{id} { allow get: if id is text; }', /unknown type "text"/],
    ["match /c/{id} { allow get: if 'a'.matches(); }", /wrong number of arguments/],
    ['match /c/{id} { allow fetch: if true; }', /unknown method "fetch"/],
    ['match /c/{id} { allow get if true; }', /expected ";"/],
    ['match /c/{id} { deny get; }', /expected match, allow, function or }/],
    ['match /c/{id} { allow get: if true & false; }', /unexpected character "&"/],
    ['function f() { return f(); } match /c/{id} { allow get: if f(); }', /calls itself/],
    ['function f(a) { return a; } match /c/{id} { allow get: if f(); }', /wrong number of arguments for f/],
    ['function f() { return 1; } function f() { return 2; }', /declared twice/],
    ['match /{a=**}/{b=**} { allow get; }', /one recursive wildcard/],
  ])('compileRules rejects %s', (body, fault) => {
    expect(() => compileRules(file(body))).toThrow(fault)
  })

  test('a syntax error contains the line and column of its cause', () => {
    expect(() =>
      compileRules("rules_version = '2';\nservice cloud.firestore {\n  match /c/{id} { allow get: if 1 +; }\n}"),
    ).toThrow(/^3:\d+: expected an expression/)
  })

  test('rejects an unknown service, an unknown language version, and syntax that version 1 does not allow', () => {
    expect(() => compileRules("rules_version = '3';")).toThrow(/'1' or '2'/)
    expect(() => compileRules('service firebase.storage { }')).toThrow(/cloud.firestore/)
    expect(() => compileRules(file('match /{a=**}/b { allow get; }', '1'))).toThrow(/stands last/)
  })
})

describe('conditions of rules', () => {
  test.each([
    // Operators and their precedence.
    ['1 + 2 * 3 == 7', true],
    ['(1 + 2) * 3 == 9', true],
    ['7 / 2 == 3 && 7 % 2 == 1', true],
    ['7.0 / 2 == 3.5', true],
    ['-3 < 2 && !(2 < -3)', true],
    ["'a' + 'b' == 'ab'", true],
    ["'a' < 'b'", true],
    ['1 == 1.0', true],
    ['[1] == [1.0]', false],
    ["1 == '1'", false],
    ['null == null', true],
    ['true ? false : true', false],
    ["'b' in ['a', 'b']", true],
    ["'k' in {'k': 1}", true],
    ['[1, 2, 3][1:3] == [2, 3]', true],
    ["'abc'[1] == 'b'", true],
    ["id == 'one' && database == '(default)'", true],
    // Conditions with an error. The error is ignored if the other side of || or && decides the result. Otherwise the
    // condition denies.
    ["true || request.nothing == 'x'", true],
    ["request.nothing == 'x' || true", true],
    ["!(false && request.nothing == 'x')", true],
    ["!(request.nothing == 'x' && false)", true],
    ["request.nothing == 'x' || false", false],
    ['1 / 0 == 1', false],
    ["1 < 'a'", false],
    ['9223372036854775807 + 1 > 0', false],
    ["'a' == 'a' && 1", false],
    // Functions and methods of the library.
    ["'AbÄ'.lower() == 'abÄ' && 'aä'.upper() == 'Aä'", true],
    ["'  x '.trim() == 'x' && '😀'.size() == 2", true],
    ["'abc'.matches('a.c') && !'xabc'.matches('a.c')", true],
    ["'a1b2'.replace('[0-9]', '') == 'ab' && 'a,b'.split(',') == ['a', 'b']", true],
    ["'é'.toUtf8().size() == 2", true],
    ['[1, 2].hasAll([1]) && [1, 2].hasAny([2, 3]) && [1].hasOnly([1, 2])', true],
    ["[1, 2].concat([3]).size() == 3 && ['a', 'b'].join('-') == 'a-b'", true],
    ['[1, 2, 2].toSet().size() == 2 && [1, 2].removeAll([1]) == [2]', true],
    ['[1, 2].toSet().difference([2].toSet()) == [1].toSet()', true],
    ['[1].toSet().union([2].toSet()).intersection([2].toSet()).hasOnly([2])', true],
    ["{'a': 1}.keys() == ['a'] && {'a': 1}.values() == [1] && {'a': 1}.get('b', 7) == 7", true],
    ["{'a': {'b': 1}}.get(['a', 'b'], 0) == 1", true],
    ["{'a': 1, 'b': 2}.diff({'a': 1, 'c': 3}).addedKeys() == ['b'].toSet()", true],
    ["{'a': 1, 'b': 2}.diff({'a': 2, 'c': 3}).affectedKeys() == ['a', 'b', 'c'].toSet()", true],
    [
      "{'a': 1}.diff({'a': 1}).unchangedKeys().hasOnly(['a']) && {'a': 1}.diff({'a': 2}).changedKeys().size() == 1",
      true,
    ],
    ["{'a': 1}.diff({'a': 1, 'b': 1}).removedKeys() == ['b'].toSet()", true],
    ['math.abs(-2) == 2 && math.ceil(1.2) == 2 && math.floor(1.8) == 1 && math.round(1.5) == 2', true],
    ['math.sqrt(4) == 2.0 && math.pow(2, 3) == 8.0 && !math.isNaN(1) && !math.isInfinite(1)', true],
    ["timestamp.date(2026, 2, 28) + duration.value(1, 'd') == timestamp.date(2026, 3, 1)", true],
    ['timestamp.date(2026, 11, 20).dayOfWeek() == 5 && timestamp.date(2026, 1, 2).dayOfYear() == 2', true],
    ['timestamp.value(1500).toMillis() == 1500 && duration.time(1, 0, 0, 0).seconds() == 3600', true],
    ["hashing.md5('a').toHexString() == '0cc175b9c0f1b6a831c399e269772661'", true],
    ["hashing.sha256('a').toBase64() == 'ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='", true],
    ["hashing.crc32c('123456789').toHexString() == 'e3069283'", true],
    ["int('7') == 7 && float('1.5') == 1.5 && string(1) == '1' && bool('true')", true],
    ["path('/a/b') == /a/$('b') && /a/b[1] == 'b'", true],
    ['latlng.value(0, 0).distance(latlng.value(0, 1)) > 111000.0', true],
    // Tests of a value's type with `is`.
    ['1 is int && 1.0 is float && 1 is number && !(1 is float)', true],
    ["'a' is string && true is bool && [] is list && {} is map && [].toSet() is set", true],
    ["timestamp.value(0) is timestamp && duration.value(1, 's') is duration && b'a' is bytes", true],
  ])('the condition %s allows the request: %s', (condition, expected) => {
    expect(decides(condition)).toBe(expected)
  })
})

describe('the paths and methods that a rule matches', () => {
  const allows = (body: string, path: string, method: RuleRequest['method'] = 'get') =>
    compileRules(file(body)).decide(request(path, { method })).allowed

  test('`allow read` covers get and list; `allow write` covers create, update and delete', () => {
    const body = 'match /c/{id} { allow read; } match /d/{id} { allow write; }'
    expect((['get', 'list'] as const).map((method) => allows(body, 'c/x', method))).toEqual([true, true])
    expect((['create', 'update', 'delete', 'get'] as const).map((method) => allows(body, 'd/x', method))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('denies a request by default, and allows a request if any rule allows it', () => {
    expect(allows('', 'c/x')).toBe(false)
    expect(
      allows(
        'match /c/{id} { allow get: if false; } match /{any=**} { allow get: if id2(); } function id2() { return true; }',
        'c/x',
      ),
    ).toBe(true)
  })

  test('a rule applies only to documents at its own level, unless the rule has a recursive wildcard', () => {
    expect(allows('match /c/{id} { allow get; }', 'c/x/d/y')).toBe(false)
    expect(allows('match /c/{id} { match /d/{other} { allow get: if id == "x" && other == "y"; } }', 'c/x/d/y')).toBe(
      true,
    )
    expect(allows('match /c/{rest=**} { allow get: if rest == /x/d/y; }', 'c/x/d/y')).toBe(true)
    expect(allows('match /{path=**}/d/{id} { allow get: if path == /c/x; }', 'c/x/d/y')).toBe(true)
  })

  test('functions can read the enclosing wildcards and their own variables', () => {
    const body =
      "match /c/{id} { function own(suffix) { let all = id + suffix; return all == 'x!'; } allow get: if own('!'); }"
    expect(allows(body, 'c/x')).toBe(true)
  })

  test('a denial contains the reason of each rule that denied the request', () => {
    const decision = compileRules(
      file('match /c/{id} {\n allow get: if false;\n allow get: if request.nothing == 1; }'),
    ).decide(request('c/x'))
    expect(decision).toEqual({
      allowed: false,
      reason: "\nfalse for 'get' @ L2, property nothing is undefined on object for 'get' @ L3",
    })
    expect(compileRules(file('')).decide(request('c/x'))).toEqual({
      allowed: false,
      reason: 'No matching allow statements',
    })
  })
})

describe('limits of a decision', () => {
  test('denies a request if its decision evaluates more than 1,000 expressions, even if the other side of || is true', () => {
    const chain = (length: number) => Array.from({ length }, () => 'true').join(' && ')
    expect(decides(chain(500))).toBe(true)
    expect(decides(chain(501))).toBe(false)
    expect(decides(`(${chain(501)}) || true`)).toBe(false)
  })

  test('functions can call each other twenty levels deep, but no deeper', () => {
    const nested = (depth: number) =>
      `function f0() { return true; } ${Array.from({ length: depth }, (_, index) => `function f${index + 1}() { return f${index}(); }`).join(' ')} match /c/{id} { allow get: if f${depth}(); }`
    expect(compileRules(file(nested(19))).decide(request('c/x')).allowed).toBe(true)
    expect(compileRules(file(nested(20))).decide(request('c/x')).allowed).toBe(false)
  })
})

describe('list requests', () => {
  const list = (condition: string, data: ReadonlyMap<string, RuleValue>) =>
    compileRules(file(`match /c/{id} { allow list: if ${condition}; }`)).decide({
      ...request('c'),
      method: 'list',
      segments: ['databases', '(default)', 'documents', 'c', UNKNOWN_ID],
      resource: new Map<string, RuleValue>([
        ['data', data],
        ['id', new UnknownValue()],
      ]),
    }).allowed
  const known = new Map<string, RuleValue>([
    ['owner', 'alice'],
    ['age', new Constraint([{ op: '>=', value: 18n }])],
    ['tags', new Constraint([{ op: 'contains', value: 'a' }])],
  ])

  test.each([
    ["resource.data.owner == 'alice'", true],
    ["resource.data.owner == 'bob'", false],
    ["resource.data.other == 'x'", false],
    ["id == 'x'", false],
    ["id != 'x'", false],
    ['resource.data.age >= 18', true],
    ['resource.data.age > 17', true],
    ['resource.data.age > 18', false],
    ['!(resource.data.age < 10)', false],
    ['18 <= resource.data.age', true],
    ["'a' in resource.data.tags", true],
    ["'b' in resource.data.tags", false],
    ["resource.data.tags.hasAny(['a', 'b'])", true],
  ])('a list request with the condition %s is allowed: %s', (condition, allowed) =>
    expect(list(condition, known)).toBe(allowed),
  )
})
