import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;

/** Secrets that are recognised by their form. why so exact: names such as `sk_test` and made-up keys of tests are none. */
const secrets: Readonly<Record<string, RegExp>> = {
	"a private key": /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{40}/,
	"a live key of Stripe or Paystack": /\b(?:sk|rk|pk)_live_[A-Za-z0-9]{16,}/,
	"a secret of Stripe's webhooks": /\bwhsec_[A-Za-z0-9+/]{30,}/,
	"a key of AWS": /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
	"a token of GitHub": /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})/,
	"a token of npm": /\bnpm_[A-Za-z0-9]{36}\b/,
	"a key of Google": /\bAIza[0-9A-Za-z_-]{35}\b|\bGOCSPX-[A-Za-z0-9_-]{20,}/,
	"a key of a language model": /\bsk-(?:ant-|proj-)[A-Za-z0-9_-]{20,}/,
	"a token of Slack": /\bxox[abprs]-[0-9]{8,}-[A-Za-z0-9-]{10,}/,
	"a key of SendGrid or Resend": /\bSG\.[\w-]{20,}\.[\w-]{20,}|\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}/,
};

const secretsIn = (text: string): string[] =>
	Object.entries(secrets).flatMap(([name, form]) => (form.test(text) ? [name] : []));

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, maxBuffer: 10_000_000 })
	.toString()
	.split("\0")
	.filter(Boolean);

test("no file of the repository holds a secret", () => {
	expect(tracked.length).toBeGreaterThan(1_000);
	const found = tracked.flatMap((path) =>
		// why latin1: every byte becomes a character, so that pictures and fonts are looked through as well.
		secretsIn(readFileSync(`${root}${path}`, "latin1")).map((secret) => `${path}: ${secret}`),
	);
	expect(found).toEqual([]);
});

test("no settings of this machine are in the repository", () => {
	expect(tracked.filter((path) => /(^|\/)(\.dev\.vars|\.env)(\.|$)|\.(pem|key|p12|pfx)$/.test(path))).toEqual([]);
});

// why put together here: whole, each would be found by the test above.
test.each([
	["a private key", `-----BEGIN ${"PRIVATE KEY"}-----\n${"MIIEvQ".repeat(10)}`],
	["a private key", `-----BEGIN RSA ${"PRIVATE KEY"}-----\n${"MIIEvQ".repeat(10)}`],
	["a live key of Stripe or Paystack", `sk_${"live"}_${"4eC39HqLyjWDarjtT1zdp7dc"}`],
	["a secret of Stripe's webhooks", `${"whsec"}_${"5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH"}`],
	["a key of AWS", `${"AKIA"}${"IOSFODNN7EXAMPLE"}`],
	["a token of GitHub", `${"ghp"}_${"a1B2".repeat(9)}`],
	["a token of npm", `${"npm"}_${"a1B2".repeat(9)}`],
	["a key of Google", `${"AIza"}${"a1B2_".repeat(7)}`],
	["a key of a language model", `sk-${"ant"}-${"a1B2".repeat(9)}`],
	["a token of Slack", `${"xoxb"}-${"123456789012"}-${"a1B2".repeat(4)}`],
	["a key of SendGrid or Resend", `${"SG"}.${"a1B2".repeat(6)}.${"a1B2".repeat(10)}`],
])("%s is recognised", (name, text) => {
	expect(secretsIn(`const key = "${text}";`)).toEqual([name]);
});
