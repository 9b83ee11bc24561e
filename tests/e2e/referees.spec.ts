import type { Page } from "@playwright/test";
import {
	expect,
	expectAccessibleAtBothWidths,
	expectAccessibleLayout,
	expectNoAxeViolations,
	hydrated,
	type KeptMails,
	test,
} from "./fixtures";

/** Returns the addresses of the links emailed for this applicant, newest first, by recipient. */
const linksMailed = async (keptMails: KeptMails, applicant: string) => {
	const mails = await keptMails("crestfield", ({ subject }) => subject.startsWith(`A reference for ${applicant}, `));
	return mails.map(({ to, text }) => ({ to, link: text.match(/https?:\/\/\S+\/referee\/\S+/)?.[0] ?? "" }));
};

const notSubmitted = (page: Page) => page.getByRole("listitem").filter({ hasText: "Not Submitted" });

/** An application that no other journey uses; each of its applicants has two referees. */
const application = /Postgraduate Admission/;

/** Opens the referees of an applicant of whom that many have not submitted. @returns the applicant's name */
const openReferees = async (page: Page, { pending, fromEnd = false }: { pending: number; fromEnd?: boolean }) => {
	await page.goto("/crestfield/applicants/applications?keyword=Postgraduate");
	const list = (await page.getByRole("link", { name: application }).first().getAttribute("href")) ?? "";
	await page.goto(`${list}${list.includes("?") ? "&" : "?"}size=50`);
	const found = page.getByRole("table", { name: "Applicants" }).getByRole("row").getByRole("link");
	const links = await found.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
	for (const href of fromEnd ? links.reverse() : links) {
		const [path = "", search = ""] = href.split("?");
		const address = `${path}/referees?${search}`;
		const tab = await (await page.request.get(address)).text();
		if (tab.split(">Not Submitted<").length - 1 !== pending) continue;
		await page.goto(address);
		break;
	}
	await expect(notSubmitted(page)).toHaveCount(pending);
	return (await page.getByRole("dialog").getByRole("heading", { level: 2 }).textContent())?.trim() ?? "";
};

test("a referee is asked again, answers by the emailed link, and the answer appears on the open record", async ({
	page,
	browser,
	signIn,
	keptMails,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const applicant = await openReferees(page, { pending: 1 });
	await hydrated(page);
	const card = notSubmitted(page);
	const name = (await card.getByRole("heading").textContent()) ?? "";
	await card.getByRole("button", { name: `Renotify ${name}` }).click();
	await expect(card.getByText("Asked again", { exact: true })).toBeVisible();
	await expect(page.getByRole("status").filter({ hasText: "1 referee was asked again." })).toBeVisible();
	await expectNoAxeViolations(page, "dialog");

	const [mail] = await linksMailed(keptMails, applicant);
	const referee = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
	await referee.goto(mail?.link ?? "");
	await expect(referee.getByRole("heading", { level: 1 })).toHaveText(`Your reference for ${applicant}`);
	await expect(referee.getByRole("button", { name: "Bold" }), "the scripts have started").toBeVisible();
	await expectNoAxeViolations(referee);
	await referee.setViewportSize({ width: 360, height: 800 });
	await expectAccessibleLayout(referee);
	expect(await referee.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

	const late = await referee.context().newPage();
	await late.goto(mail?.link ?? "");
	await referee.getByRole("button", { name: "Send reference" }).click();
	await expect(referee.getByText("2 answers need another look.")).toBeVisible();
	await expect(referee.getByLabel("Relationship to the applicant")).toBeFocused();
	await referee.getByLabel("Relationship to the applicant").selectOption("Lecturer");
	await referee.getByRole("textbox", { name: "Your report" }).fill("Careful in the laboratory, and kind.");
	await referee.getByRole("radio", { name: "Recommended", exact: true }).check();
	await referee.context().setOffline(true);
	await referee.getByRole("button", { name: "Send reference" }).click();
	await expect(referee.getByText("Poor internet connections")).toBeInViewport();
	await referee.context().setOffline(false);
	await expect(referee.getByLabel("Relationship to the applicant")).toHaveValue("Lecturer");
	await referee.getByRole("button", { name: "Send reference" }).click();
	await expect(referee.getByRole("heading", { name: "Thank you. Your reference has been received." })).toBeVisible();

	// why: nobody clicks on the staff's page; the live connection updates it.
	const reference = page.getByRole("region", { name: `Reference by ${name}` });
	await expect(reference.getByText("Careful in the laboratory, and kind.")).toBeVisible();
	await expect(notSubmitted(page)).toHaveCount(0);
	await expect(page.getByRole("dialog").getByRole("link", { name: "Activity Log" })).toBeVisible();
	await page.goto("/crestfield/notices");
	const notice = page
		.getByRole("main")
		.getByRole("listitem")
		.filter({ hasText: `${name} for ${applicant}` });
	await expect(notice).toContainText("A reference has arrived");
	await notice.getByRole("link", { name: "A reference has arrived" }).click();
	await expect(page.getByRole("region", { name: `Reference by ${name}` })).toBeVisible();

	await late.getByLabel("Relationship to the applicant").selectOption("Employer");
	await late.getByRole("textbox", { name: "Your report" }).fill("Sent a second time.");
	await late.getByRole("button", { name: "Send reference" }).click();
	await expect(late.getByRole("heading", { name: "Your reference was not sent" })).toBeVisible();
	await expect(late.getByRole("textbox", { name: "What you typed" })).toHaveValue(/Sent a second time\./);
	await expectAccessibleAtBothWidths(late);

	await referee.goto(mail?.link ?? "");
	await expect(referee.getByText("This reference has been given.")).toBeVisible();
	await referee.context().close();
});

test("without JavaScript all referees are asked at once, and one answers", async ({
	withoutJavaScript: page,
	signIn,
	keptMails,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const applicant = await openReferees(page, { pending: 2 });
	await page.getByRole("button", { name: "Renotify all 2" }).click();
	await expect(page.getByText("2 referees were asked again.")).toBeVisible();
	await expect(page.getByText("Asked again", { exact: true })).toHaveCount(2);
	const mails = await linksMailed(keptMails, applicant);
	expect(new Set(mails.map(({ link }) => link)).size).toBe(2);

	await page.goto(mails[0]?.link ?? "");
	await page.getByLabel("Years you have known the applicant").fill("many");
	await page.getByLabel("Your report").fill("Reliable, whatever the hour.");
	await page.getByRole("button", { name: "Send reference" }).click();
	await expect(page.getByText("Choose relationship to the applicant")).toBeVisible();
	await expect(page.getByText("Years you have known the applicant must be a number")).toBeVisible();
	await expect(page.getByLabel("Your report")).toHaveValue(/Reliable, whatever the hour\./);
	await page.getByLabel("Relationship to the applicant").selectOption("Employer");
	await page.getByLabel("Years you have known the applicant").fill("6");
	await page.getByRole("button", { name: "Send reference" }).click();
	await expect(page.getByRole("heading", { name: "Thank you. Your reference has been received." })).toBeVisible();

	const notice = page
		.getByRole("main")
		.getByRole("listitem")
		.filter({ hasText: `for ${applicant}` });
	await expect
		.poll(async () => {
			await page.goto("/crestfield/notices");
			return notice.count();
		})
		.toBe(1);
	await notice.getByRole("link", { name: "A reference has arrived" }).click();
	await expect(page.getByText("Reliable, whatever the hour.")).toBeVisible();
	await expect(notSubmitted(page)).toHaveCount(1);
});

test("the palette leads to the referees of the open applicant", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	const applicant = await openReferees(page, { pending: 1, fromEnd: true });
	await page.goto(page.url().replace("/referees", ""));
	await hydrated(page);
	await page.keyboard.press("Control+k");
	await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill("renotify");
	await page.getByRole("option", { name: `Renotify referees: ${applicant}` }).click();
	await expect(page.getByRole("link", { name: /^Referee \d/ })).toHaveAttribute("aria-current", "page");
});

test("staff correct, remove and add a referee from the palette, by keys alone", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await openReferees(page, { pending: 2, fromEnd: true });
	await hydrated(page);
	const choose = async (words: string, option: RegExp) => {
		await page.keyboard.press("Control+k");
		const palette = page.getByRole("dialog", { name: "Command palette" });
		await palette.getByRole("combobox").fill(words);
		await expect(palette.getByRole("option", { name: option }).first()).toHaveAttribute("aria-selected", "true");
		await page.keyboard.press("Enter");
	};
	const name = (await notSubmitted(page).first().getByRole("heading").textContent()) ?? "";
	await choose(`correct referee ${name}`, /^Correct referee/);
	const correction = page.getByRole("dialog", { name: "Correct referee" });
	await expect(correction.getByLabel("Name")).toBeFocused();
	await correction.getByLabel("Name").fill("Prof. Ọlá Bello");
	await correction.getByLabel("Email address").fill("ola.bello@college.example");
	await page.keyboard.press("Enter");
	await expect(correction.getByLabel("Reason")).toHaveAccessibleDescription(/Enter the reason/);
	await expect(correction.getByLabel("Reason")).toBeFocused();
	await page.keyboard.type("The address was mistyped");
	await expectAccessibleAtBothWidths(page);
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText(/Prof\. Ọlá Bello is asked at ola\.bello@college\.example in \d+ seconds/)).toBeVisible();
	await expect(notSubmitted(page).first()).toContainText("ola.bello@college.example");

	await choose("remove referee prof ola", /^Remove referee Prof\. Ọlá Bello/);
	await expect(page.getByRole("dialog", { name: "Remove referee" }).getByLabel("Reason")).toBeFocused();
	await page.keyboard.press("Control+Enter");
	await expect(page.getByRole("dialog", { name: "Remove referee" }).getByText("Enter the reason")).toHaveCount(1);
	await page.keyboard.type("Named twice");
	await page.keyboard.press("Control+Enter");
	await expect(notSubmitted(page)).toHaveCount(1);

	await choose("add referee", /^Add referee/);
	const addition = page.getByRole("dialog", { name: "Add referee" });
	await addition.getByLabel("Name").fill(name);
	await addition.getByLabel("Email address").fill("second@college.example");
	await addition.getByLabel("Reason").fill("The applicant named another one");
	await page.keyboard.press("Control+Enter");
	await expect(notSubmitted(page)).toHaveCount(2);
});

test("a correction and a removal are refused when a colleague has changed the referee while the dialog was open", async ({
	page,
	colleague,
	signIn,
}) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await signIn(colleague, "crestfield", "Admissions officer", null);
	await openReferees(page, { pending: 2, fromEnd: true });
	await hydrated(page);
	const tab = page.url();
	const name = (await notSubmitted(page).first().getByRole("heading").textContent()) ?? "";
	await page.getByRole("link", { name: `Correct ${name}` }).click();
	const mine = page.getByRole("dialog", { name: "Correct referee" });
	await mine.getByLabel("Phone number").fill("0800 000 1111");
	await mine.getByLabel("Reason").fill("The number was missing");

	await colleague.goto(tab);
	await hydrated(colleague);
	await colleague.getByRole("link", { name: `Correct ${name}` }).click();
	const theirs = colleague.getByRole("dialog", { name: "Correct referee" });
	await theirs.getByLabel("Name").fill("Prof. Kemi Alade");
	await theirs.getByLabel("Reason").fill("Married since");
	await theirs.getByRole("button", { name: "Correct referee" }).click();
	await expect(colleague.getByText("Prof. Kemi Alade was corrected")).toBeVisible();
	await expect(page.getByRole("listitem").filter({ hasText: "Prof. Kemi Alade" }), "the tab is live").toHaveCount(1);

	await mine.getByRole("button", { name: "Correct referee" }).click();
	await expect(mine.getByText(/Somebody else has changed this referee .* Now it is Prof\. Kemi Alade, /)).toBeVisible();
	await expect(mine.getByLabel("Name"), "what was typed is kept").toHaveValue(name);
	await mine.getByLabel("Name").fill("Prof. Kemi Alade");
	await mine.getByRole("button", { name: "Correct referee" }).click();
	await expect(page.getByText("Prof. Kemi Alade was corrected")).toBeVisible();
	await expect(notSubmitted(page).filter({ hasText: "0800 000 1111" })).toContainText("Prof. Kemi Alade");
});
