import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";

/** A form, workflows, templates and a release of the demo: the list that leads to each, and its name there. */
const designed = {
	form: ["/crestfield/forms", "Undergraduate application form"],
	workflow: ["/crestfield/workflow", "Undergraduate admission"],
	"workflow with rules": ["/crestfield/workflow", "Postgraduate admission"],
	"email template": ["/crestfield/templates?type=email&size=50", "Screening invitation"],
	document: ["/crestfield/templates?type=document&size=50", "Admission letter"],
	"document that nothing uses": ["/crestfield/templates?type=document&size=50", "Clearance form"],
	"system template": ["/crestfield/templates?type=document&size=50", "Acknowledgement of documents"],
	SMS: ["/crestfield/templates?type=sms&size=50", "Screening reminder"],
	"approved release": ["/crestfield/releases?state=approved", "Admitted"],
} as const;
type Designed = keyof typeof designed;

/** States of the designers by their addresses; `[…]` stands for the id of the stage that is called so. */
const states: [Designed, string][] = [
	["form", ""],
	["form", "/settings"],
	["form", "/delete"],
	["form", "/history"],
	["form", "/publish"],
	["form", "/versions?version=2"],
	["form", "/sections/_new"],
	["form", "/sections/schools"],
	["form", "/sections/personal/fields/_new"],
	["form", "/sections/personal/fields/nin"],
	["form", "/sections/referee-academic/fields/refereeRelationship"],
	["form", "/sections/accommodation/condition"],
	["form", "/sections/accommodation/condition?of=choose"],
	["form", "/sections/personal/fields/nin/condition"],
	["form", "/sections/personal/fields/nin/condition?of=nationality"],
	["form", "/preview?step=results"],
	["form", "/preview?width=360"],
	["form", "/preview?width=1440&step=schools"],
	["form", "/preview/page?width=360"],
	["form", "/preview/page?width=1440&step=results"],
	["form", "/preview?as=paper"],
	["form", "/preview?as=staff"],
	["workflow", "/rename"],
	["workflow", "/copy"],
	["workflow", "/delete"],
	["workflow", "/history"],
	["workflow", "/stages/new"],
	["workflow", "/stages/[Document review]/remove"],
	["workflow", "/stages/[Admitted]/files"],
	["workflow with rules", "/stages/[Offer subject to conditions]"],
	["workflow with rules", ""],
	["workflow with rules", "/publish"],
	["workflow", "/publish"],
	["email template", ""],
	["email template", "/copy"],
	["email template", "/delete"],
	["email template", "/history"],
	["document", "/page-setup"],
	["document that nothing uses", "/delete"],
	["system template", ""],
	["SMS", ""],
	["approved release", "/time"],
	["approved release", "/return"],
	["approved release", "/cancel"],
];

/** Returns where the link with that name leads. why not by opening the page: drawing it takes longer. */
const linkOn = async (page: Page, address: string, name: string): Promise<string> => {
	const html = await (await page.request.get(address)).text();
	const links = [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)];
	const [, tag = ""] =
		links.find(([, tag = "", text = ""]) => tag.includes(`aria-label="${name}"`) || plain(text).startsWith(name)) ?? [];
	const [, to = ""] = /\bhref="([^"]*)"/.exec(tag) ?? [];
	expect(to, `${address} has a link called ${name}`).not.toBe("");
	return to.replaceAll("&amp;", "&");
};
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, "").trim();

/** Returns the address of a state. */
const addressOf = async (page: Page, what: Designed, state: string): Promise<string> => {
	const [list, name] = designed[what];
	const to = await linkOn(page, list, name);
	const [at = ""] = to.split("?");
	const [, stage] = /\[(.+)\]/.exec(state) ?? [];
	const [path = "", search = ""] = stage
		? [state.replace(/.*\]/, await linkOn(page, at, `Edit ${stage}`))]
		: `${at}${state}`.split("?");
	const params = new URLSearchParams(search);
	const id = new URLSearchParams(to.split("?")[1]).get("id");
	if (id) params.set("id", id);
	return `${path}?${params}`;
};

for (const [what, state] of states) {
	test(`the ${what}${state} passes axe in light and dark, wide and at 360 px`, async ({ page, signIn }) => {
		await signIn(page, "crestfield", "Super administrator", null);
		const response = await page.goto(await addressOf(page, what, state));
		expect(response?.status()).toBe(200);
		await expectAccessibleAtBothWidths(page);
	});
}

for (const [what, state, field] of [
	["form", "/sections/next-of-kin", "Title"],
	["form", "/sections/next-of-kin/fields/kinName", "Label"],
	["workflow", "/stages/[Keep in view]", "Name"],
] as const) {
	test(`the ${what}${state} that a colleague has saved meanwhile passes axe, with what was typed`, async ({
		page,
		colleague,
		signIn,
	}) => {
		for (const one of [page, colleague]) {
			await signIn(one, "crestfield", "Super administrator", null);
			await one.goto(await addressOf(one, what, state));
			await hydrated(one);
		}
		const save = async (one: Page, text: string) => {
			const dialog = one.getByRole("dialog");
			await dialog.getByRole("textbox", { name: field, exact: true }).fill(text);
			await dialog.getByRole("button", { name: "Save", exact: true }).click();
		};
		await save(colleague, "Of the colleague");
		await expect(colleague.getByText("“Of the colleague” was saved").first()).toBeVisible();
		await save(page, "Of mine");
		await expect(page.getByText("Saved by somebody else. What you typed is kept below.")).toBeVisible();
		await expect(page.getByRole("textbox", { name: field, exact: true })).toHaveValue("Of mine");
		await expectAccessibleAtBothWidths(page);
	});
}

test("the preview of a form with answers that need another look passes axe", async ({ page, signIn }) => {
	await signIn(page, "crestfield", "Super administrator", null);
	await page.goto(await addressOf(page, "form", "/preview?step=utme"));
	await hydrated(page);
	await page.getByRole("button", { name: "Check answers" }).click();
	await expect(page.getByText(/needs? another look/)).toBeVisible();
	await expectAccessibleAtBothWidths(page);
});

test("what is typed in the dialog of a field stays when a colleague removes the field", async ({
	page,
	colleague,
	signIn,
}) => {
	for (const one of [page, colleague]) await signIn(one, "crestfield", "Super administrator", null);
	await page.goto(await addressOf(page, "form", "/sections/schools/fields/qualification"));
	await hydrated(page);
	const dialog = page.getByRole("dialog", { name: "Field “Qualification obtained”" });
	const hint = dialog.getByRole("textbox", { name: "Hint" });
	await hint.fill("The highest one.");
	await colleague.goto(await addressOf(colleague, "form", "?section=schools"));
	await hydrated(colleague);
	await colleague.getByRole("button", { name: "Remove Qualification obtained" }).click();
	await expect(colleague.getByRole("link", { name: "Edit Qualification obtained" })).toBeHidden();
	await expect(dialog.getByText("It was removed meanwhile.", { exact: false })).toBeVisible();
	await expect(hint).toHaveValue("The highest one.");
	await dialog.getByRole("button", { name: "Save", exact: true }).click();
	await expect(hint).toHaveValue("The highest one.");
	await expectAccessibleAtBothWidths(page);
	await colleague.getByRole("button", { name: "Undo" }).click();
	await expect(dialog.getByText("It was removed meanwhile.", { exact: false })).toBeHidden();
	await expect(hint).toHaveValue("The highest one.");
});

test("a stage without applicants is removed, and added again from the dialog that a colleague had open", async ({
	page,
	colleague,
	signIn,
}) => {
	for (const one of [page, colleague]) await signIn(one, "crestfield", "Super administrator", null);
	await page.goto(await addressOf(page, "workflow", "/copy"));
	await hydrated(page);
	await page.getByRole("dialog", { name: "Copy workflow" }).getByLabel("Name").fill("Nobody yet");
	await page.getByRole("button", { name: "Create workflow" }).click();
	await expect(page.getByRole("heading", { name: "Nobody yet", level: 1 })).toBeVisible();
	const board = page.url();
	await page.getByRole("link", { name: "Edit Documents missing" }).click();
	const dialog = page.getByRole("dialog", { name: "Stage “Documents missing”" });
	await dialog.getByLabel("Name").fill("Papers missing");

	await colleague.goto(board);
	await hydrated(colleague);
	await colleague.getByRole("link", { name: "Remove Documents missing" }).click();
	await expect(colleague.getByRole("dialog", { name: "Remove stage" })).toContainText("Nobody is at this stage.");
	await expectAccessibleAtBothWidths(colleague);
	await colleague.getByRole("button", { name: "Remove stage" }).click();
	await expect(colleague.getByText("“Documents missing” was removed").first()).toBeVisible();

	await expect(dialog.getByText("It was removed meanwhile.", { exact: false })).toBeVisible();
	const save = dialog.getByRole("button", { name: "Save", exact: true });
	await save.click();
	await expect(dialog.getByText("It was removed. Save to add it again.")).toBeVisible();
	await expect(dialog.getByLabel("Name")).toHaveValue("Papers missing");
	await save.click();
	await expect(page.getByText("“Papers missing” was added").first()).toBeVisible();
});
