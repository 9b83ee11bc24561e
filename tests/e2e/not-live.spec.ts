import type { Page } from "@playwright/test";
import { applicantsOf, expect, hydrated, test } from "./fixtures";
import { openApi } from "./take-payment";

/** What shows a page that there may be a connection again. */
const signs: Record<string, (page: Page) => Promise<unknown>> = {
	"the network is back": (page) => page.evaluate(() => window.dispatchEvent(new Event("online"))),
	"it is looked at again": (page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))),
	"it goes to another page": (page) =>
		page.getByRole("navigation", { name: "Stages" }).getByRole("link").nth(1).click(),
};

for (const [sign, give] of Object.entries(signs))
	test(`a page that finds no connection in ten attempts says so, and is live again as soon as ${sign}`, async ({
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
		await give(page);
		await socket;
		await expect(notice).toBeHidden();
	});

test("a page whose line was down reads what it has missed when the line is there again", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(colleague, "crestfield", "Super administrator", null);
	const headers = await openApi(colleague);
	const read = async (path: string) => (await colleague.request.get(`/api/${path}`, { headers })).json();
	const [path = ""] = await applicantsOf(colleague, "/crestfield/applicants?stage=SUBMITTED&size=10");
	const { id, applicationId } = await read(`candidates/${path.split("/").at(-1)}`);
	const { workflow } = await read(`applications/${applicationId}`);
	const target = workflow.steps.find(({ type }: { type: string }) => type === "KEEP_IN_VIEW");

	const lines: { close(): Promise<unknown> }[] = [];
	const isLive = new Promise<void>((resolve) =>
		page.routeWebSocket(/\/api\/notifications\//, (line) => {
			const server = line.connectToServer();
			line.onMessage((message) => {
				server.send(message);
				if (String(message).includes(`"applicants:${applicationId}"`)) resolve();
			});
			const close = () => Promise.all([server.close({ code: 1001 }), line.close({ code: 1001 })]);
			lines.push({ close });
		}),
	);
	await signIn(page, "crestfield", "Reviewer", `/crestfield/applicants?application=${applicationId}`);
	await hydrated(page);
	await isLive;
	const tab = page
		.getByRole("navigation", { name: "Stages" })
		.getByRole("link", { name: new RegExp(`^${target.name}`) });
	const before = (await tab.textContent()) ?? "";
	await page.route("**/socket-ticket", (route) => route.abort());
	const isDown = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/socket-ticket"));
	for (const line of lines.splice(0)) await line.close();
	await isDown;
	const data = { stageId: target.id, reason: "While the line was down." };
	expect((await colleague.request.patch(`/api/candidates/${id}`, { headers, data })).status()).toBe(200);
	await page.waitForEvent("requestfailed", (request) => request.url().endsWith("/socket-ticket"));
	await expect(tab, "nobody has told it").toHaveText(before);
	await page.unroute("**/socket-ticket");
	await expect(tab).not.toHaveText(before, { timeout: 15_000 });
	const count = Number(/[\d,]+/.exec(before)?.[0].replaceAll(",", ""));
	await expect(tab).toContainText((count + 1).toLocaleString("en"));
});
