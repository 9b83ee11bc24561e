import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { whyTooLarge } from "./build.mjs";

let folder = "";
afterEach(() => rmSync(folder, { recursive: true }));

const bundleOf = (files: Record<string, Uint8Array>) => {
	folder = mkdtempSync(join(tmpdir(), "bundle-"));
	for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
	return folder;
};

test("a Worker that Cloudflare would not take fails the build", () => {
	const half = randomBytes(5_100_000);
	expect(whyTooLarge(bundleOf({ "index.js": half, "fonts.bin": half }))).toMatch(
		/^The Worker has 10\.2 MB gzipped\. Cloudflare takes 10\.0 MB\.$/,
	);
});

test("what counts is what is sent, and how it is sent", () => {
	const folder = bundleOf({ "index.js": new Uint8Array(20_000_000), "index.js.map": randomBytes(11_000_000) });
	expect(whyTooLarge(folder)).toBeUndefined();
});
