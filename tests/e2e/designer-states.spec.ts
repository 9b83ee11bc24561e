import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtBothWidths, hydrated, test } from "./fixtures";

/** A form, workflows and templates of the demo: the list that leads to each, and its name there. */
const designed = {
	form: ["/crestfield/forms", "Undergraduate application form"],
	workflow: ["/crestfield/workflow", "Undergraduate admission"],
	"workflow with rules": ["/crestfield/workflow", "Postgraduate admission"],
	"email template": ["/crestfield/templates?type=email&size=50", "Screening invitation"],
	document: ["/crestfield/templates?type=document&size=50", "Admission letter"],
	"document that nothing uses": ["/crestfield/templates?type=document&size=50", "Clearance form"],
	"system template": ["/crestfield/templates?type=document&size=50", "Acknowledgement of documents"],
	SMS: ["/crestfield/templates?type=sms&size=50", "Screening reminder"],
} as const;
type Designed = keyof typeof designed;

/** States of the designers by their addresses; `[…]` stands for the id of the stage that is called so. */
const states: [Designed, string][] = [
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
	["form", "/preview?step=results"],
	["form", "/preview?width=360"],
	["form", "/preview?width=1440&step=schools"],
	["form", "/preview/page?width=360"],
	["form", "/preview/page?width=1440&step=results"],
	["form", "/preview?as=staff"],
	["workflow", "/rename"],
	["workflow", "/copy"],
	["workflow", "/delete"],
	["workflow", "/history"],
	["workflow", "/stages/[Admitted]/files"],
	["workflow with rules", "/stages/[Offer subject to conditions]"],
	["email template", ""],
	["email template", "/copy"],
	["email template", "/delete"],
	["email template", "/history"],
	["document", "/page-setup"],
	["document that nothing uses", "/delete"],
	["system template", ""],
	["SMS", ""],
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
