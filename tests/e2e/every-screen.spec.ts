import type { Page } from "@playwright/test";
import { applicantsOf, expect, expectAccessibleAtBothWidths, expectNoAxeViolations, hydrated, test } from "./fixtures";

/** Screens without a login. */
const publicScreens = [
	"/",
	"/crestfield",
	"/crestfield/forgot-password",
	"/crestfield/reset-request?user=u&token=t",
	"/crestfield/confirm?user=u&token=t",
	"/crestfield/404",
	"/crestfield/verify",
	"/crestfield/verify?code=none",
	"/crestfield/verify/7KQM-X2PD-9WHT",
	"/crestfield/auth",
	"/nowhere",
];

/** Screens of a signed-in user; `first` stands for an applicant's id. */
const screens = [
	"/applicants",
	"/applicants/filters",
	"/applicants/first",
	"/applicants/first/activity-log",
	"/applicants/first/attachments",
	"/applicants/first/email",
	"/applicants/first/sms",
	"/applicants/first/print",
	"/applicants/first/stage",
	"/applicants/email?id=first",
	"/applicants/sms?id=first",
	"/applicants/export?id=first",
	"/downloads",
	"/user-profile",
	"/notices",
	"/search?q=a",
	"/applicants/report",
	"/process-ai",
	"/process-ai?by=hand",
	"/process-ai?q=from%20Bassa,%20females,%20in%20good%20health",
	"/process-ai?session=nobody",
	"/process-ai/views",
	"/process-ai/views/nobody",
	"/rankings",
	"/rankings?q=zzzzqqq",
	"/rankings/new",
	"/rankings/nobody",
	"/rankings/nobody/edit",
	"/rankings/nobody/export",
	"/rankings/nobody/courses/nobody",
	"/reasons",
	"/reasons/nobody/history",
	"/webhooks/crestfield-webhook/history",
	"/users",
	"/users/new",
	"/users/roles",
	"/users/roles/new",
	"/get-ready",
	"/mailings",
	"/mailings?kind=stage",
	"/batches",
	"/releases",
	"/releases?state=scheduled",
	"/configurations",
	"/configurations/institution",
	"/configurations/portal",
	"/configurations/stage-changes",
	"/configurations/contacts",
	"/configurations/logs",
	"/configurations/logo",
	"/configurations/history",
	"/discount-code",
	"/discount-code?status=used_up",
	"/discount-code?q=zzzzqqq",
	"/discount-code/new",
	"/manage-discount-code/crestfield-coupon-early-bird",
	"/manage-discount-code/crestfield-coupon-scholars",
	"/manage-discount-code/crestfield-coupon-scholars/uses",
	"/manage-discount-code/crestfield-coupon-scholars/edit",
	"/manage-discount-code/crestfield-coupon-scholars/history",
	"/manage-discount-code/crestfield-coupon-scholars/delete",
	"/manage-discount-code/nobody",
	"/add-on",
	"/add-on/new",
	"/locations",
	"/locations?q=zzzzqqq",
	"/locations/new",
	"/locations/nobody/history",
	"/templates",
	"/templates?type=document",
	"/templates?type=sms",
	"/templates?q=zzzzqqq",
	"/templates/import?type=email",
	"/manage-template?type=email",
	"/manage-template?type=sms",
	"/manage-template?type=document",
	"/manage-template?id=nobody",
	"/manage-template/picture?type=email",
	"/forms",
	"/forms?q=zzzzqqq",
	"/forms?status=draft",
	"/forms/new",
	"/forms/import",
	"/forms/nobody",
	"/forms/nobody/preview",
	"/workflow",
	"/workflow?q=zzzzqqq",
	"/workflow/new",
	"/workflow/import",
	"/workflow/nobody",
	"/workflow/nobody/history",
	"/workflow/nobody/publish",
	"/notifications",
	"/notifications/new",
	"/notifications/reports",
	"/notifications/reports/new",
	"/dashboard",
	"/dashboard?period=all",
	"/dashboard?from=2020-01-01&to=2020-01-02",
	"/transactions",
	"/transactions?status=PENDING&startDate=2026-01-01",
	"/transactions?q=zzzzqqq",
	"/transactions/query",
	"/transactions/query?from=2026-11-01",
	"/transactions/export",
	"/transactions/nobody",
	"/audit-log",
	"/audit-log?eventStatus=FAILED&from=2026-01-01",
	"/audit-log?username=nobody@nowhere.example",
	"/audit-log/export",
	"/modification-log",
	"/modification-log?on=course",
	"/modification-log/export",
	"/transactions/days",
	"/transactions/days?state=CLOSED&platform=REMITA",
	"/transactions/days/2020-01-01/PAYSTACK",
	"/transactions/days/2020-01-01/PAYSTACK/rows",
	"/transactions/settlements",
	"/transactions/settlements/new",
	"/transactions/settlements/nobody",
	"/transactions/exceptions",
	"/transactions/exceptions?state=RESOLVED",
	"/transactions/exceptions/nobody",
	"/transactions/views",
	"/transactions/views/new?status=PENDING",
	"/applications",
	"/applications?status=closed&startDate=2026-01-01",
	"/applications/create",
	"/manage-applications/nobody",
	"/courses",
	"/courses?status=disabled&sort=-title",
	"/courses/new",
	"/courses/upload",
	"/local-payments",
	"/local-payments/new",
	"/local-payments/new?platform=INTERSWITCH",
	"/local-payments/crestfield-kano-indigenes",
	"/local-payments/crestfield-bursary-remita/edit",
	"/local-payments/crestfield-bursary-remita/delete",
	"/local-payments/crestfield-bursary-remita/history",
	"/international-payments",
	"/international-payments/bank-account",
	"/international-payments/bank-account/history",
	"/applicants/first/transactions/pay",
	"/courses/uploads",
	"/admin-levels-item",
	"/admin-levels-item/new",
	"/admin-levels-item/levels",
	"/admin-levels-item/levels/history",
	"/application-groupings",
	"/application-groupings/new",
	"/application-groupings/items",
	"/application-groupings/items/new",
	"/applicants/first/letter",
	"/applicants/applications",
	"/applicants/stage?id=first",
	"/applicants?q=zzzzqqq",
	"/applicants/applications?title=zzzzqqq",
	"/applicants/first/emails",
	"/applicants/first/letter/new",
	"/applicants/first/letter/replace",
	"/applicants/first/letter/withdraw",
	"/applicants/first/data",
	"/applicants/first/reveal",
	"/applicants/first/erase",
	"/applicants/erase?id=first",
	"/privacy",
	"/privacy/retention",
	"/privacy/retention/new",
	"/applicants/first?view=full",
	"/applicants/nobody",
	"/applicants/nobody/stage",
	"/applicants/forms?id=first",
	"/applicants/first/transactions",
	"/applicants/first/referees",
	"/applicants/first/course",
	"/applicants/first/posting",
	"/applicants/first/edit",
	"/applicants/first/passport",
	"/applicants/course?id=first",
	"/applicants/posting?id=first",
	"/applicants/nobody/print",
	"/duplicates",
	"/duplicates?decided=true",
	"/duplicates/compare?first=first&q=a",
	"/duplicates/compare?first=first&second=first",
	"/merges/nobody",
	"/downloads/nobody",
	"/referee",
	"/referee/a-link-that-nobody-was-sent",
	"/candidate-info/nobody-has-this-id",
];

for (const path of publicScreens) {
	test(`${path} passes axe in light and dark, wide and at 360 px`, async ({ page }) => {
		await page.goto(path);
		await expectAccessibleAtBothWidths(page);
	});
}

let first = "";

for (const screen of screens) {
	test(`${screen} passes axe in light and dark, wide and at 360 px`, async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator", null);
		if (first === "" && screen.includes("first"))
			first = (await applicantsOf(page, "/crestfield/applicants"))[0]?.split("/").at(-1) ?? "";
		const [path = "", search = ""] = screen.replaceAll(/\bfirst\b(?!=)/g, first).split("?");
		const params = new URLSearchParams(search);
		// why: one row behind the sheet, or ten, show the same as fifty, and axe checks each.
		if (screen.startsWith("/applicants/")) params.set("stage", "FOLLOW_UP");
		await page.goto(`/crestfield${path}?${params}`);
		await expectAccessibleAtBothWidths(page);
	});
}

/** Screens of the first record of a list, below the record's own address. */
const screensOfFirst = [
	["/rankings", ""],
	["/rankings", "/edit"],
	["/rankings", "/history"],
	["/rankings", "/delete"],
	["/process-ai/views", ""],
	["/process-ai/views", "?question=delete"],
] as const;

for (const [list, screen] of screensOfFirst) {
	test(`${list}/…${screen} passes axe in light and dark, wide and at 360 px`, async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator", null);
		const html = await (await page.request.get(`/crestfield${list}`)).text();
		const [, record] = new RegExp(`href="(/crestfield${list}/(?!new")[\\w-]+)"`).exec(html) ?? [];
		const response = await page.goto(`${record}${screen}`);
		expect(response?.status()).toBe(200);
		await expectAccessibleAtBothWidths(page);
	});
}

test("a filter's panel and the picker's list pass axe", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer");
	await hydrated(page);
	await page.getByRole("button", { name: "course" }).click();
	await expect(page.getByRole("dialog", { name: "course" }).getByRole("checkbox").first()).toBeVisible();
	await expectNoAxeViolations(page, "[role=dialog], [aria-haspopup=dialog]");
	await page.keyboard.press("Escape");
	await page.getByRole("combobox", { name: "Application" }).click();
	await expect(page.getByRole("option").nth(1)).toBeVisible();
	await expectNoAxeViolations(page, "[role=listbox]");
});

test("the notifications sheet, the settings and the palette pass axe", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer");
	await hydrated(page);
	await page.getByRole("link", { name: /^Notifications/ }).click();
	await expect(page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").first()).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Settings" }).click();
	await expect(page.getByRole("menuitem").first()).toBeVisible();
	await expectNoAxeViolations(page, "[role=menu]");
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
	await expectNoAxeViolations(page, "dialog");
});

test("Access Denied passes axe in light and dark, wide and at 360 px", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "New member of staff", "/crestfield/applicants");
	await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});

test("a verified address passes axe in light and dark, wide and at 360 px", async ({ page }) => {
	// why: the demo emails no such link; the page is the same however its visitor came.
	await page.route(/\/confirm\?/, (route) =>
		route.request().method() === "POST" ? route.fulfill({ json: { isVerified: true } }) : route.continue(),
	);
	await page.goto("/crestfield/confirm?user=u&token=t");
	await expect(page.getByRole("heading", { name: "Verification Successful" })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});

test("the question after ten idle minutes passes axe in light and dark, wide and at 360 px", async ({
	page,
	signIn,
}) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Reviewer", "/crestfield/user-profile");
	await hydrated(page);
	await page.clock.runFor(600_000);
	await expect(page.getByRole("dialog", { name: "Are you there?" })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});

test("a page reports typing to the server at most once a minute", async ({ page, signIn }) => {
	await page.clock.install();
	await signIn(page, "crestfield", "Reviewer", "/crestfield/user-profile");
	await hydrated(page);
	const reports: number[] = [];
	page.on("response", (response) => {
		if (response.url().endsWith("/crestfield/activity")) reports.push(response.status());
	});
	await page.clock.runFor(60_000);
	for (let times = 0; times < 3; times++) {
		await page.keyboard.press("Shift");
		await page.clock.runFor(6_000);
	}
	await expect.poll(() => reports).toEqual([204]);
	await page.clock.runFor(60_000);
	await page.keyboard.press("Shift");
	await expect.poll(() => reports).toEqual([204, 204]);
});

test("a running, a ready and a failed download pass axe", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Reviewer", "/crestfield/user-profile");
	await hydrated(page);
	const all = "/crestfield/downloads";
	const task = { id: "t", all, list: "/crestfield/applicants", done: 37, total: 200, mayRetry: true };
	const show = async (state: { status: string; reason: string | null; file: object | null }) => {
		await page.route(/_data=routes%2Ftasks%2Fdownload/, (route) => route.fulfill({ json: { ...task, ...state } }));
		// why: a task ends too soon to be watched; like a link, this renders the page from the loader's data.
		await page.evaluate(
			([address, search]) => {
				history.pushState(null, "", `${address}?state=${search}`);
				window.dispatchEvent(new PopStateEvent("popstate"));
			},
			[`${all}/${task.id}`, state.status] as const,
		);
	};
	await show({ status: "SUCCESS", reason: null, file: { name: "Applicant forms.zip", size: 4_512, drawn: 198 } });
	await expect(page.getByRole("heading", { name: "Applicant forms.zip" })).toBeVisible();
	await expectNoAxeViolations(page, "main");
	await show({ status: "FAILED", reason: "None of the applicants is there any more.", file: null });
	await expect(page.getByRole("heading", { name: "The file could not be made" })).toBeVisible();
	await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
	await expectNoAxeViolations(page, "main");
	await show({ status: "STARTED", reason: null, file: null });
	await expect(page.getByRole("progressbar", { name: "Progress" })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});

/** Rows of the list that only the tests below change. */
const rows = { batch: 31, stale: 32 } as const;

const applicantAt = async (page: Page, row: number): Promise<string> => {
	const found = await applicantsOf(page, "/crestfield/applicants?size=50");
	return found[row - 1]?.split("/").at(-1) ?? "";
};

test("a batch's preview and its results pass axe in light and dark, wide and at 360 px", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	const id = await applicantAt(page, rows.batch);
	// why: one of the two no longer exists, so that the preview has both results.
	await page.goto(`/crestfield/applicants/stage?size=10&id=${id}&id=nobody`);
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	await dialog.getByLabel("New stage").selectOption({ label: "Invited to screening" });
	await dialog.getByLabel("Comment").fill("Moved together.");
	await expect(dialog.getByText(/^1 applicant will move/)).toBeVisible();
	await expectAccessibleAtBothWidths(page);

	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
	await expect(page.getByRole("dialog", { name: /^1 applicant moved to/ })).toBeVisible();
	await page.setViewportSize({ width: 1440, height: 900 });
	await expectAccessibleAtBothWidths(page);
});

const moveTo = async (page: Page, stage: string) => {
	const dialog = page.getByRole("dialog", { name: "Change Applicant Status" });
	// why: the stage's emails have to be previewed first.
	const sends = page.waitForResponse((answer) => answer.url().includes("change-stage") && answer.url().includes("to="));
	await dialog.getByLabel("New stage").selectOption({ label: stage });
	await sends;
	await dialog.getByLabel("Comment").fill("Seen.");
	await dialog.getByRole("button", { name: "Comment & Proceed" }).click();
};

test("a stale save passes axe in light and dark, wide and at 360 px", async ({ page, colleague, signIn }) => {
	await signIn(page, "crestfield", "Admissions officer", null);
	await signIn(colleague, "crestfield", "Super administrator", null);
	const path = `/crestfield/applicants/${await applicantAt(page, rows.stale)}/stage?size=10`;
	for (const each of [page, colleague]) {
		await each.goto(path);
		await hydrated(each);
	}
	await moveTo(colleague, "Keep in view");
	await expect(colleague.getByText(/is now at Keep in view/)).toBeVisible();
	await moveTo(page, "Invited to screening");
	await expect(page.getByRole("button", { name: "Apply mine on top" })).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});
