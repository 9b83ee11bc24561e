import type { Page } from "@playwright/test";
import { accountOf, expect, test } from "./fixtures";

/** Waits until the page's live connection is open: the page has sent something over it. */
const connected = (page: Page) =>
	new Promise<void>((resolve) => {
		page.on("websocket", (socket) => socket.on("framesent", () => resolve()));
	});

const newOnes = async (page: Page): Promise<number> => {
	const label = await page.getByRole("link", { name: /^Notifications/ }).getAttribute("aria-label");
	return Number(label?.replace(/\D/g, ""));
};

/** Signs in to the API and starts a task that notifies the user. */
const startTask = async ({ request }: Page, organisation: string, role: string) => {
	const { email, password } = accountOf(organisation, role);
	const login = await request.post("/api/ums/login", { data: { username: email, password, organisation } });
	const { accessToken } = await login.json();
	const headers = { authorization: `Bearer ${accessToken}` };
	const candidates = await (await request.get("/api/candidates?size=1", { headers })).json();
	const candidateIds = Array.from({ length: 501 }, (_, index) => `nobody-${index}`);
	const data = { candidateIds, stageId: candidates.data[0].stageId, reason: "Nobody is moved." };
	const response = await request.patch("/api/candidates", { headers, data });
	expect(await response.json()).toMatchObject({ taskId: expect.any(String) });
};

test("the bell of an open page counts a new notification at once", async ({ page, colleague, signIn }) => {
	const open = connected(page);
	await signIn(page, "lagoon", "Admissions officer");
	await open;
	const before = await newOnes(page);
	await startTask(colleague, "lagoon", "Admissions officer");
	await expect(page.getByRole("link", { name: `Notifications, ${before + 1} new` })).toBeVisible();
});
