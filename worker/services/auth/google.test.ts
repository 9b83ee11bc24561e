import { describe, expect, test } from "vitest";
import { readCallbackUrl } from "#worker/services/auth/google";

const origin = "https://portal.test";

describe("readCallbackUrl", () => {
	test.each([`${origin}/acme/auth`, `${origin}/acme/auth?state=abc_D-1`])("accepts %s", (url) => {
		expect(readCallbackUrl([origin], "acme", url)?.href).toBe(url);
	});

	test("accepts the page of every known portal", () => {
		const url = "https://second.test/acme/auth";
		expect(readCallbackUrl([origin, "https://second.test"], "acme", url)?.href).toBe(url);
		expect(readCallbackUrl([origin], "acme", url)).toBeUndefined();
	});

	test.each([
		"https://evil.test/acme/auth",
		"https://portal.test.evil.test/acme/auth",
		"https://portal.test@evil.test/acme/auth",
		"https://user:pw@portal.test/acme/auth",
		"http://portal.test/acme/auth",
		"https://portal.test:8443/acme/auth",
		`${origin}/other/auth`,
		`${origin}/acme/auth/../../other`,
		`${origin}/acme/auth?next=https://evil.test`,
		`${origin}/acme/auth?state=a&state=b`,
		`${origin}/acme/auth?state=<script>`,
		`${origin}/acme/auth#x`,
		"//evil.test/acme/auth",
		"/acme/auth",
		"javascript:alert(1)",
		"",
	])("refuses %s", (url) => {
		expect(readCallbackUrl([origin], "acme", url)).toBeUndefined();
	});
});
