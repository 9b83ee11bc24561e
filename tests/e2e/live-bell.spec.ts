import type { Page } from "@playwright/test";
import { accountOf, expect, test } from "./fixtures";

/** The live connection of the page is open: the page has said something over it. */
const connected = (page: Page) =>
	new Promise<void>((resolve) => {
		page.on("websocket", (socket) => socket.on("framesent", () => resolve()));
	});

const newOnes = async (page: Page): Promise<number> => {
	const label = await page.getByRole("link", { name: /^Notifications/ }).getAttribute("aria-label");
	return Number(label?.replace(/\D/g, ""));
};

/** Somebody signs in at the API and starts what takes longer than a request: a notification of theirs tells of it. */
const startTask = async ({ request }: Page, organisation: string, role: string) => {
	const { email, password } = accountOf(organisation, role);
	const login = await request.post("/api/ums/login", { data: { username: email, password, organisation } });
	const { accessToken } = await login.json();
	const headers = { authorization: `Bearer ${accessToken}` };
	const candidates = await (await request.get("/api/candidates?size=1", { headers })).json();
	const candidateIds = Array.from({ length: 501 }, (_, index) => `nobody-${index}`);
	const data = { candidateIds, stageId: candidates.data[0].stageId, reason: "Nobody is moved." };
	const answer = await request.patch("/api/candidates", { headers, data });
	expect(await answer.json()).toMatchObject({ taskId: expect.any(String) });
};

test("the bell of an open page counts a new notification at once", async ({ page, colleague, signIn }) => {
	const open = connected(page);
	await signIn(page, "lagoon", "Admissions officer");
	await open;
	const before = await newOnes(page);
	await startTask(colleague, "lagoon", "Admissions officer");
	await expect(page.getByRole("link", { name: `Notifications, ${before + 1} new` })).toBeVisible();
});
