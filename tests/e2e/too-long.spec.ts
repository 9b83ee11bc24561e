import { expect, test } from "./fixtures";

const tenMegabytes = "x".repeat(10_000_000);

test("a form of ten megabytes is refused as too large, without a broken connection", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Admissions officer", "/lagoon/applicants");
	const sheet = await page.getByRole("row").nth(1).getByRole("link").first().getAttribute("href");
	const path = (sheet ?? "").split("?")[0];
	const headers = { origin: new URL(page.url()).origin, accept: "text/html" };
	for (const target of [`${path}/stage`, "/lagoon", "/lagoon/preferences"]) {
		const response = await page.request.post(target, { form: { reason: tenMegabytes }, headers, maxRedirects: 0 });
		expect(response.status(), target).toBe(413);
		expect(await response.text(), target).toContain("What was sent is too large.");
	}
});

test("a user without the privilege is refused ten megabytes like one byte", async ({ page, baseURL }) => {
	const refusals: [path: string, status: number][] = [
		["/lagoon/applicants/nobody/stage", 302],
		["/lagoon/no-such-page", 405],
		["/api/no-such-endpoint", 404],
	];
	for (const [path, status] of refusals) {
		const form = { reason: tenMegabytes };
		const headers = { origin: baseURL ?? "" };
		const response = await page.request.post(path, { form, headers, maxRedirects: 0 });
		expect(response.status(), path).toBe(status);
	}
});
