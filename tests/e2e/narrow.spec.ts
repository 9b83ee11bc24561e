import type { Locator, Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

const applicantSite = "Go to Applicant Site";
const linkInTopBar = (page: Page) => page.getByRole("banner").getByRole("link", { name: applicantSite });

const expectNewTab = async (link: Locator) => {
	await expect(link).toHaveAttribute("href", /^https:\/\/apply\./);
	await expect(link).toHaveAttribute("target", "_blank");
	await expect(link).toHaveAttribute("rel", /noreferrer/);
};

test("the link to the applicant site is text, an icon, or in the menu of pages, depending on the width", async ({
	page,
	withoutJavaScript,
	signIn,
}) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	for (const width of [1440, 1024, 1023, 640]) {
		await page.setViewportSize({ width, height: 800 });
		await expect(linkInTopBar(page), `at ${width} px`).toBeVisible();
		await expectNewTab(linkInTopBar(page));
	}
	await page.setViewportSize({ width: 360, height: 740 });
	await expect(linkInTopBar(page)).toBeHidden();
	await page.getByRole("button", { name: "Navigation" }).press("Enter");
	await expectNewTab(page.getByRole("menuitem", { name: applicantSite }));

	await withoutJavaScript.setViewportSize({ width: 360, height: 740 });
	await signIn(withoutJavaScript, "crestfield", "Reviewer");
	const navigation = withoutJavaScript.getByRole("navigation", { name: "Main, small screen" });
	await navigation.locator("summary").click();
	await expectNewTab(navigation.getByRole("link", { name: applicantSite }));
});

test("at 400 % the whole dialog scrolls, so that its head and foot leave room to read in", async ({ page, signIn }) => {
	await page.setViewportSize({ width: 320, height: 256 });
	await signIn(page, "crestfield", "Admissions officer", "/crestfield/applicants/export");
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Export" });
	const columns = dialog.getByRole("checkbox").first();
	await columns.scrollIntoViewIfNeeded();
	await expect(columns).toBeInViewport({ ratio: 1 });
	await expect(dialog.getByRole("heading", { name: "Export" }), "the head is out of the way").not.toBeInViewport();
	const send = dialog.getByRole("button", { name: "Export" });
	await expect(send, "and so is the foot").not.toBeInViewport();
	await send.scrollIntoViewIfNeeded();
	await expect(send).toBeInViewport({ ratio: 1 });
});

test("at 360 px the page size is beside the range, and the page links have a line of their own", async ({
	page,
	signIn,
}) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	const pages = page.getByRole("navigation", { name: "Pages" });
	const size = pages.getByLabel("Rows");
	const boxOf = async (what: Locator) => {
		const box = await what.boundingBox();
		if (!box) throw new Error("it is not to be seen");
		return { ...box, right: box.x + box.width, bottom: box.y + box.height };
	};
	const [range, choice, next] = [
		await boxOf(pages.getByText(/^1–10 of /)),
		await boxOf(size),
		await boxOf(pages.getByRole("link", { name: "Next" })),
	];
	expect(range.right).toBeLessThan(choice.x);
	expect(choice.bottom).toBeLessThanOrEqual(next.y);
	expect(Math.max(choice.right, next.right)).toBeLessThanOrEqual(360);
	expect(choice.height).toBeGreaterThanOrEqual(24);
	await size.selectOption("20");
	await expect(page).toHaveURL(/size=20/);
	await expect(pages.getByText(/^1–20 of /)).toBeVisible();
});

test("on a narrow screen the rows begin near 200 px, and each shows number, email and waiting time", async ({
	page,
	signIn,
}) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	const first = page.getByRole("table", { name: "Applicants" }).locator("tbody tr").first();
	for (const width of [360, 500]) {
		await page.setViewportSize({ width, height: 800 });
		await expect(page.getByRole("link", { name: "Filter", exact: true })).toBeVisible();
		expect((await first.boundingBox())?.y, `at ${width} px`).toBeLessThan(210);
		await expect(first.getByText(/CU\/\d+\/\d+ ·/)).toBeVisible();
		await expect(first.getByText(/@/)).toBeVisible();
		await expect(first.getByRole("cell").last()).toBeVisible();
	}
	for (const [width, height, whole] of [
		[500, 900, 9],
		[360, 800, 6],
	] as const) {
		await page.setViewportSize({ width, height });
		const ends = await page
			.locator("tbody tr")
			.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
		const seen = ends.filter((bottom) => bottom <= height).length;
		expect(seen, `rows that are whole at ${width} px`).toBeGreaterThanOrEqual(whole);
	}
	await page.getByRole("button", { name: "Actions on the list" }).click();
	await expect(page.getByRole("menuitem")).toHaveText([
		/^Select all [\d,]+ that match$/,
		"Send Email",
		"Export",
		"Releases",
		"Sort and filter",
		"Columns",
		"Save view",
	]);
});

test("actions that do not fit beside a page's title begin a line as everything else does, one or several", async ({
	page,
	signIn,
}) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await signIn(page, "crestfield", "Super administrator", null);
	for (const path of [
		"transactions",
		"transactions/days",
		"dashboard",
		"courses",
		"application-groupings",
		"audit-log",
		"workflow",
	]) {
		await page.goto(`/crestfield/${path}`);
		const { title, lines } = await page.locator("main h1").evaluate((heading) => {
			const { x, right, top, bottom } = heading.getBoundingClientRect();
			const actions = [...(heading.parentElement?.nextElementSibling?.children ?? [])];
			const boxes = actions.map((action) => action.getBoundingClientRect());
			const starts = boxes.filter((box, at) => box.top !== boxes[at - 1]?.top);
			return { title: { x, right, top, bottom }, lines: starts.map((box) => ({ x: box.x, top: box.top })) };
		});
		expect(lines.length, path).toBeGreaterThan(0);
		for (const line of lines)
			if (line.top >= title.bottom) expect(Math.round(line.x - title.x), path).toBe(0);
			else expect(line.x, path).toBeGreaterThan(title.right);
		expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
	}
});

test("at 360 px a set-up list is sorted by a select, which keeps the search; a wide one by its headings", async ({
	page,
	withoutJavaScript,
	signIn,
}) => {
	const list = "/crestfield/courses?status=active&size=20";
	await page.setViewportSize({ width: 360, height: 740 });
	await signIn(page, "crestfield", "Super administrator", list);
	await hydrated(page);
	const order = page.getByLabel("Sort by");
	const box = await order.boundingBox();
	expect([(box?.x ?? 0) + (box?.width ?? 360) <= 360, (box?.height ?? 0) >= 24]).toEqual([true, true]);
	await order.focus();
	await order.selectOption("Title, descending");
	await expect(page).toHaveURL(/courses\?(?=.*status=active)(?=.*size=20)(?=.*sort=-title)/);
	await expect(order).toHaveValue("-title");
	await expect(order, "the focus stays").toBeFocused();
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	await page.setViewportSize({ width: 1024, height: 740 });
	await expect(order).toBeHidden();
	await expect(page.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "descending");

	await withoutJavaScript.setViewportSize({ width: 360, height: 740 });
	await signIn(withoutJavaScript, "crestfield", "Super administrator", list);
	await withoutJavaScript.getByLabel("Sort by").selectOption("Title, descending");
	await withoutJavaScript.getByRole("button", { name: "Sort", exact: true }).click();
	await expect(withoutJavaScript).toHaveURL(/courses\?(?=.*status=active)(?=.*size=20)(?=.*sort=-title)/);
});
