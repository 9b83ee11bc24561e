import { expect } from "vitest";
import { workOnce } from "#tests/support/background-work";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { textOf } from "#tests/support/portal-page";

export const pageAt = async (browser: Browser, path: string) => (await browser.get(path)).text();

/** Sends a form of a page as it is shown, with these fields filled in. */
export const sendForm = async (
	browser: Browser,
	path: string,
	id: string,
	fields: Record<string, string | File> = {},
) => {
	const form = openForm(await pageAt(browser, path), id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	const response = await browser.post(path, form);
	return { status: response.status, to: response.headers.get("location") ?? "", html: await response.text() };
};

/** Runs the institution's background work until its page contains the text. */
export const workUntilShown = async (browser: Browser, organisationId: string, path: string, text: string) => {
	const isShown = async () => textOf(await pageAt(browser, path)).includes(text);
	for (let slices = 0; slices < 5 && !(await isShown()); slices += 1) await workOnce(organisationId);
	expect(textOf(await pageAt(browser, path))).toContain(text);
};
