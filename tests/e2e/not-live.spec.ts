import { expect, hydrated, test } from "./fixtures";

test("a page that finds no connection in ten attempts says so, and is live again as soon as there is one", async ({
	page,
	signIn,
}) => {
	await page.clock.install();
	await page.route("**/socket-ticket", (route) => route.abort());
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	const notice = page.getByRole("status").filter({ hasText: "No live connection" });
	await expect(notice).toBeHidden();
	await expect(async () => {
		await page.clock.runFor(2_000);
		expect(await notice.count()).toBe(1);
	}).toPass();
	await page.unroute("**/socket-ticket");
	const socket = page.waitForEvent("websocket");
	await page.evaluate(() => window.dispatchEvent(new Event("online")));
	await socket;
	await expect(notice).toBeHidden();
});
