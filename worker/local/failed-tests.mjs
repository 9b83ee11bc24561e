// The titles of the tests that failed, from the files that the tools leave behind.
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";

/** Where the tools write what became of each test. why absolute: Playwright starts from the folder of its configuration. */
export const results = { vitest: resolve(".cache/vitest.json"), playwright: resolve(".cache/playwright.json") };

const read = (path) => JSON.parse(readFileSync(path, "utf8"));

/** @returns {string[]} file and title of each; the file alone when it failed as a whole */
export const failedInVitest = () =>
	read(results.vitest)
		.testResults.filter(({ status }) => status !== "passed")
		.flatMap(({ name, assertionResults }) => {
			const file = relative(process.cwd(), name);
			const titles = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
			return titles.length > 0 ? titles.map((title) => `${file} › ${title}`) : [file];
		});

/** @returns {string[]} file and title of each */
export const failedInBrowser = () => {
	const failed = ({ specs, suites = [] }) => [
		...specs.filter(({ ok }) => !ok).map(({ file, title }) => `tests/e2e/${file} › ${title}`),
		...suites.flatMap(failed),
	];
	return read(results.playwright).suites.flatMap(failed);
};
