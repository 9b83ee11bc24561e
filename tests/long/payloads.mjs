// The values that a hostile or broken client sends.

const nested = (depth, open, close) => open.repeat(depth) + close.repeat(depth);

/** JSON values as text, because JavaScript cannot express some of them. */
export const payloads = [
	// Types
	...["null", "true", "false", "0", "-0", "1", "-1", "1.5", "[]", "{}", "[null]", "[[]]", '""', '"0"', '" "'],
	// Numbers at the edges
	...["9007199254740993", "-9007199254740993", "1e308", "1e999", "-1e999", "1e-999", "4294967296", "2147483648"],
	...['"NaN"', '"Infinity"', '"-1"', '"1e9"', '"٣"'],
	// Letters
	...[
		'"\\u0000"',
		'"a\\u0000b"',
		'"\\ud800"',
		'"\\udc00x"',
		'"\\u202Eabc\\u202C"',
		'"\\u200b\\ufeff"',
		'"😀👩‍👩‍👧"',
		'"ʼn"',
	],
	...['"Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!"', '"a\\r\\nSet-Cookie: a=b"', '"\\t\\u000b\\u001b[31m"'],
	// Sizes
	JSON.stringify("x".repeat(51)),
	JSON.stringify("%".repeat(51)),
	JSON.stringify("x".repeat(2_001)),
	JSON.stringify("x".repeat(65_536)),
	JSON.stringify("x".repeat(1_000_000)),
	`[${Array.from({ length: 10_001 }, (_, index) => `"a${index}"`).join()}]`,
	nested(1_000, "[", "]"),
	`${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}`,
	// Keys
	...[
		'{"__proto__":{"admin":true}}',
		'{"constructor":{"prototype":{"a":1}}}',
		'{"toString":1}',
		'{"":""}',
		'{"a.b[0]":1}',
	],
	...['{"length":1000000000}', '{"then":"x"}', '{"toJSON":"x"}', '["__proto__"]', '"__proto__"', '"constructor"'],
	// Languages
	...[
		`"' OR '1'='1"`,
		`"'; DROP TABLE applicants;--"`,
		'"\\" UNION ALL VALUES (1)--"',
		'"*"',
		'"NEAR(a b, 0)"',
		'"a AND ("',
	],
	...[
		'"<script>alert(1)</script>"',
		'"\\"><img src=x onerror=alert(1)>"',
		'"javascript:alert(1)"',
		'"{{7*7}}#{7*7}<%= 7 %>"',
	],
	...[
		'"=HYPERLINK(\\"//x.example\\")"',
		'"../../../../etc/passwd"',
		'"..\\\\..\\\\x"',
		'"//elsewhere.example"',
		'"%00%2e%2e"',
	],
	// Dates
	...['"2026-02-30"', '"0000-00-00"', '"275760-09-13T00:00:00.001Z"', '"-000001-01-01"', '"2026-11-20T25:61:61Z"'],
];

/** The same for places with text only: query parameters, path segments, form fields. */
export const texts = [
	...payloads.filter((payload) => payload.startsWith('"')).map((payload) => JSON.parse(payload)),
	...payloads.filter((payload) => /^[-\d[{]/.test(payload)),
	...["", "null", "undefined", "true", "101", "100", "99999999999", "1,2", ",,,", "a,".repeat(101), "+", "&", "#", "?"],
	...["PENDING", "pending", "ALL", "2026-11-20", "2026-11-20/2026-11-19", "-1 day", "0x10", "1_000", "%", "%zz", "\\"],
];
