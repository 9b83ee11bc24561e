import type { Page } from "@playwright/test";
import { accountOf, applicantsOf, expect, hydrated, test } from "./fixtures";

/** An application that no other journey changes, and one beside it. */
const [shown, other] = ["Higher National Diploma", "Evening National Diploma"] as const;

/** Records the notices that a page receives, and the loaders of applicants that its scripts read. */
const watch = (page: Page) => {
	const seen = { subscribed: [] as string[], heard: [] as string[], read: [] as string[] };
	page.on("websocket", (socket) => {
		socket.on("framesent", ({ payload }) => {
			const message = readMessage(payload);
			if (message.type === "subscribe") seen.subscribed = message.topics ?? [];
		});
		socket.on("framereceived", ({ payload }) => void seen.heard.push(...(readMessage(payload).topics ?? [])));
	});
	page.on("request", (request) => {
		const route = new URL(request.url()).searchParams.get("_data");
		if (route?.startsWith("routes/applicants/")) seen.read.push(route.slice("routes/applicants/".length));
	});
	return seen;
};

const readMessage = (payload: string | Buffer): { type?: string; topics?: string[] } =>
	String(payload).startsWith("{") ? JSON.parse(String(payload)) : {};

const listOf = async (page: Page, title: string) => {
	const html = await (await page.request.get(`/lagoon/applicants/applications?title=${title.split(" ")[0]}`)).text();
	const id = /applicants\?application=([\w-]+)/.exec(html)?.[1] ?? "";
	return { path: `/lagoon/applicants?application=${id}`, topic: `applicants:${id}` };
};

/** Posts an applicant to another location, as another institution's program would. */
const post = async ({ request }: Page, path: string) => {
	const { email, password } = accountOf("lagoon", "Super administrator");
	const credentials = { organisation: "lagoon", username: email, password };
	const { accessToken } = await (await request.post("/api/ums/login", { data: credentials })).json();
	const headers = { authorization: `Bearer ${accessToken}` };
	const id = path.split("/").at(-1);
	const { data } = await (await request.get("/api/locations", { headers })).json();
	const { location } = await (await request.get(`/api/candidates/${id}`, { headers })).json();
	const another = data.find((place: { id: string }) => place.id !== location?.id);
	const posted = await request.patch(`/api/candidates/${id}`, { headers, data: { locationId: another.id } });
	expect(posted.status()).toBe(200);
};

test("only the loaders and pages that show a change load it", async ({ page, colleague, signIn }) => {
	const [mine, theirs] = [watch(page), watch(colleague)];
	await signIn(page, "lagoon", "Reviewer", null);
	await signIn(colleague, "lagoon", "Super administrator", null);
	const [list, another] = [await listOf(page, shown), await listOf(page, other)];
	const [first = "", second = ""] = await applicantsOf(page, list.path);
	await page.goto(list.path);
	await colleague.goto(another.path);
	for (const one of [page, colleague]) await hydrated(one);
	await expect.poll(() => mine.subscribed).toContain(list.topic);
	await expect.poll(() => theirs.subscribed).toContain(another.topic);

	await post(colleague, first);
	await expect.poll(() => mine.read).toEqual(["list"]);

	await page.locator(`a[href^="${first}"]`).first().click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expect.poll(() => mine.subscribed).toContain(`applicant:${first.split("/").at(-1)}`);
	// why: a page that subscribes is also told of a change just before.
	await expect.poll(() => mine.heard.filter((topic) => topic.startsWith("applicant:"))).toHaveLength(1);
	// why twice: for the click, and for that notice, up to a second later.
	await expect.poll(() => mine.read.filter((route) => route === "sheet")).toHaveLength(2);
	await page.waitForLoadState("networkidle");
	mine.read.length = 0;
	await post(colleague, second);
	await expect.poll(() => mine.read).toEqual(["list"]);

	await page.waitForLoadState("networkidle");
	mine.read.length = 0;
	await post(colleague, first);
	await expect.poll(() => [...mine.read].sort()).toEqual(["list", "sheet", "sheet.information"]);

	expect(theirs.heard).not.toContain(list.topic);
	// why: other journeys may change what the colleague's page shows meanwhile.
	const concerned = theirs.heard.filter((topic) => topic === another.topic || topic === "applicants");
	expect(theirs.read.length).toBeLessThanOrEqual(concerned.length);
});
