import { beforeEach, expect, test } from "vitest";
import { createApplication, createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { attribute, csrfOf, errorsOf, linkOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import type { FormCol, FormLayout } from "#worker/contract/forms/form-schema";
import { layoutOf } from "#worker/database/demo/form-designs";
import { formDesigns } from "#worker/database/schema/forms";
import { starterIds } from "#worker/services/form-designs/contract";
import { layoutOfStarter } from "#worker/services/form-designs/starters";

type Typed = Record<string, string | string[]>;

const field = (fieldId: string, type: string, props: object = {}): FormCol => ({
	fieldId,
	type,
	props: { label: fieldId, ...props },
});
const options = ["Teacher", "Clerk"].map((label) => ({ label, value: label.toLowerCase() }));
const layout: FormLayout = {
	sections: [
		{
			id: "about",
			title: "About you",
			rows: [
				{ id: "post-row", cols: [field("post", "radio", { options })] },
				{ id: "reason-row", cols: [field("reason", "textarea")] },
			],
		},
		{ id: "schools", title: "Schools", rows: [{ id: "school-row", cols: [field("school", "text")] }] },
	],
};

const demoForms = ["undergraduate", "undergraduate-old", "postgraduate", "polytechnic"] as const;

let organisationId: string;
let application: Awaited<ReturnType<typeof createApplication>>;
let browser: Browser;
const at = (path: string) => `/${organisationId}/${path}`;
const editor = () => at(`forms/${application.formDesignId}`);
const pageOf = async (path: string, as = browser) => (await as.get(path)).text();
/** The sections of the draft, as they are exported. */
const sectionsOf = async (form = editor()) => {
	const { layout } = await (await browser.get(`${form}/export`)).json<{ layout: FormLayout }>();
	return layout.sections;
};
const titlesOf = async () => (await sectionsOf()).map(({ title }) => title);

beforeEach(async () => {
	organisationId = (await createOrganisation()).id;
	application = await createApplication(organisationId, { title: "2026/2027 Admission", layout });
	browser = (await signedInBrowser(await createStaff({ organisationId }))).browser;
});

const fillIn = (form: FormData, typed: Typed): FormData => {
	for (const [name, value] of Object.entries(typed)) {
		form.delete(name);
		for (const one of [value].flat()) form.append(name, one);
	}
	return form;
};
/** Opens a form, fills it in and sends it. */
const send = async (path: string, id: string, typed: Typed, as = browser) =>
	as.post(path, fillIn(openForm(await pageOf(path, as), id), typed));
/** Sends a form that leads on. @returns the text of the page that it leads to */
const goOn = async (path: string, id: string, typed: Typed = {}) => {
	const sent = await send(path, id, typed);
	expect(sent.status).toBe(302);
	return textOf(await pageOf(sent.headers.get("location") ?? ""));
};
const press = (what: string, form = editor()) => goOn(form, "editor", { do: what });

/** The names of a dialog's inputs, without those that nobody fills in. */
const inputsOf = (page: string) => {
	const [, dialog = ""] = /<form\b[^>]*id="edit-part"[^>]*>([\s\S]*?)<\/form>/.exec(page) ?? [];
	const names = ["input", "textarea", "select"].flatMap((tag) =>
		tagsOf(dialog, tag).flatMap((one) => /\sname="(\w+)"/.exec(one)?.[1] ?? []),
	);
	return names.filter((name) => name !== "csrf" && name !== "version").sort();
};

test("lists forms with their state and applications, and finds those that are drafts or not active", async () => {
	await goOn(at("forms/new"), "new-form", { title: "Diploma" });
	const columns = /Title.*Status.*Applications.*Active/;
	const list = textOf(await pageOf(at("forms")));
	expect(list).toMatch(columns);
	expect(list).toMatch(/Diploma Draft.*None.*Yes.*Undergraduate form Published, version 1.*2026\/2027 Admission.*Yes/);
	expect(await goOn(`${editor()}/settings`, "record", { title: "Degree form", active: [] })).toContain("Degree form");
	const found = async (filter: string) => {
		const page = textOf(await pageOf(at(`forms?${filter}`)));
		return ["Diploma", "Degree form"].filter((title) => page.includes(title));
	};
	expect(await found("status=draft")).toEqual(["Diploma"]);
	expect(await found("status=published")).toEqual(["Degree form"]);
	expect(await found("active=false")).toEqual(["Degree form"]);
	expect(await found("q=dipl")).toEqual(["Diploma"]);
});

test("keeps every input of a section", async () => {
	const typed = {
		title: "Report",
		description: "By your teacher.",
		repeatable: "on",
		isPublic: "on",
		refereeSectionType: "academic",
	};
	const dialog = `${editor()}/sections/_new`;
	expect(inputsOf(await pageOf(dialog))).toEqual(Object.keys(typed).sort());
	expect(await goOn(dialog, "edit-part", typed)).toContain(
		"Answered by a referee: academic · Can be repeated · In the public summary",
	);
	const kept = { ...typed, repeatable: true, isPublic: true };
	expect((await sectionsOf()).at(-1)).toEqual({ ...kept, id: "report", rows: [] });
	const again = `${editor()}/sections/report`;
	expect(Object.fromEntries(openForm(await pageOf(again), "edit-part"))).toMatchObject(typed);
	await goOn(again, "edit-part", { title: "Word", description: "", repeatable: [], isPublic: [] });
	expect((await sectionsOf()).at(-1)).toEqual({
		id: "report",
		title: "Word",
		refereeSectionType: "academic",
		rows: [],
	});
});

const onAll = { label: "Full label", help: "A hint.", alternateLabel: "Short", fieldId: "own-id" };
const onEach = { required: "on", isPublic: "on", isSensitive: "on", repeatable: "on", isBeside: "on" };
const { fieldId, ...texts } = onAll;
const kept = { ...texts, required: true, isPublic: true, isSensitive: true };

test.each([
	["text", { maxLength: "40", source: "countries" }, { maxLength: 40, source: "countries" }],
	["number", { min: "-1.5", max: "20" }, { min: -1.5, max: 20 }],
	[
		"select",
		{ options: "Teacher\nClerk = clerk" },
		{
			options: [
				{ label: "Teacher", value: "Teacher" },
				{ label: "Clerk", value: "clerk" },
			],
		},
	],
	["checkbox", { trueDisplay: "I do", falseDisplay: "I do not" }, { trueDisplay: "I do", falseDisplay: "I do not" }],
])("keeps every input of a field: %s", async (type, limits: Record<string, string>, props) => {
	const typed = { type, ...onAll, ...onEach, ...limits };
	const own = ["source", "options", "maxLength", "min", "max", "trueDisplay", "falseDisplay"];
	const dialog = `${editor()}/sections/schools/fields/_new`;
	expect(inputsOf(await pageOf(dialog))).toEqual([...own, ...Object.keys({ type, ...onAll, ...onEach })].sort());
	await goOn(dialog, "edit-part", typed);
	const rows = [
		{
			id: "school-row",
			repeatable: true,
			cols: [field("school", "text"), { fieldId, type, props: { ...kept, ...props } }],
		},
	];
	expect((await sectionsOf()).at(-1)?.rows).toEqual(rows);
	const again = `${editor()}/sections/schools/fields/own-id`;
	const { fieldId: _, ...shown } = typed;
	expect(Object.fromEntries(openForm(await pageOf(again), "edit-part"))).toMatchObject(shown);
	await goOn(again, "edit-part", {});
	expect((await sectionsOf()).at(-1)?.rows, "saved as it is shown").toEqual(rows);
	const other = type === "number" ? "text" : "number";
	await goOn(again, "edit-part", { type: other, isBeside: [], repeatable: [], required: [] });
	const { required, ...rest } = kept;
	expect((await sectionsOf()).at(-1)?.rows.at(-1)).toEqual({
		id: "own-id-row",
		cols: [{ fieldId, type: other, props: rest }],
	});
});

test("refuses a label and a title that are too long beside them, and keeps what was typed", async () => {
	for (const length of [301, 10_000]) {
		const label = "x".repeat(length);
		const refused = await send(`${editor()}/sections/about/fields/reason`, "edit-part", { label, help: "A hint." });
		const page = await refused.text();
		expect([refused.status, errorsOf(page, "label")]).toEqual([422, "Enter at most 300 characters."]);
		expect(Object.fromEntries(openForm(page, "edit-part"))).toMatchObject({ label, help: "A hint." });
	}
	const title = "y".repeat(201);
	const titled = await send(`${editor()}/sections/about`, "edit-part", { title });
	const dialog = await titled.text();
	expect([titled.status, errorsOf(dialog, "title")]).toEqual([422, "Enter at most 200 characters."]);
	expect(openForm(dialog, "edit-part").get("title")).toBe(title);
	expect(await sectionsOf()).toEqual(layout.sections);
});

test("refuses the 301st field in its dialog, and keeps what was typed", async () => {
	const rows = Array.from({ length: 300 }, (_, at) => ({ id: `r${at}`, cols: [field(`f${at}`, "text")] }));
	application = await createApplication(organisationId, {
		layout: { sections: [{ id: "about", title: "About", rows }] },
	});
	const refused = await send(`${editor()}/sections/about/fields/_new`, "edit-part", {
		label: "One more",
		type: "text",
	});
	const page = await refused.text();
	expect([refused.status, openForm(page, "edit-part").get("label")]).toEqual([422, "One more"]);
	expect(textOf(page)).toContain("A form can have at most 300 fields.");
});

test.each([
	["editor", "", "editor", { do: "remove-section about" }, /Somebody else has changed the form/],
	["field", "/sections/about/fields/reason", "edit-part", { label: "Mine" }, /Saved by somebody else.*Label reason/],
	["new field", "/sections/about/fields/_new", "edit-part", { label: "Mine", type: "text" }, /Saved by somebody else/],
	["section", "/sections/schools", "edit-part", { title: "Mine" }, /Saved by somebody else.*Title Theirs/],
	[
		"condition",
		"/sections/about/fields/reason/condition?of=school",
		"edit-part",
		{ is: "one-of", lines: "King’s College" },
		/Saved by somebody else/,
	],
	["publish", "/publish", "confirm", {}, /Somebody else has changed the form. Review the changes/],
])("refuses who saves second and keeps what was typed: %s", async (_, path, id, typed: Typed, said) => {
	const other = (await signedInBrowser(await createStaff({ organisationId }))).browser;
	await press("move-section later about");
	const opened = fillIn(openForm(await pageOf(`${editor()}${path}`), id), typed);
	await send(`${editor()}/sections/schools`, "edit-part", { title: "Theirs" }, other);
	const refused = await browser.post(`${editor()}${path}`, opened);
	const page = await refused.text();
	expect([refused.status, textOf(page)]).toEqual([409, expect.stringMatching(said)]);
	expect(await titlesOf()).toEqual(["Theirs", "About you"]);
	const again = openForm(page, id);
	const { do: button, ...inputs } = typed;
	expect(Object.fromEntries(again)).toMatchObject(inputs);
	expect((await browser.post(`${editor()}${path}`, fillIn(again, button ? { do: button } : {}))).status).toBe(302);
});

test.each([
	["field", "/sections/about/fields/reason", "remove-field about reason", { label: "Mine" }],
	["field of a section that is gone", "/sections/schools/fields/school", "remove-section schools", { label: "Mine" }],
	["new field", "/sections/schools/fields/_new", "remove-section schools", { label: "Mine", type: "text" }],
	["section", "/sections/schools", "remove-section schools", { title: "Mine" }],
	[
		"condition",
		"/sections/about/fields/reason/condition?of=school",
		"remove-field about reason",
		{ is: "one-of", lines: "King’s College" },
	],
])(
	"keeps what was typed about a part that was removed meanwhile, until it is back: %s",
	async (_, path, what, typed: Record<string, string>) => {
		const other = (await signedInBrowser(await createStaff({ organisationId }))).browser;
		const at = `${editor()}${path}`;
		const opened = fillIn(openForm(await pageOf(at), "edit-part"), typed);
		await send(editor(), "editor", { do: what }, other);
		const left = await sectionsOf();
		const refused = await browser.post(at, opened);
		const page = await refused.text();
		expect([refused.status, textOf(page)]).toEqual([
			409,
			expect.stringContaining("was removed meanwhile. What you typed"),
		]);
		expect(Object.fromEntries(openForm(page, "edit-part"))).toMatchObject(typed);
		const again = await browser.post(at, fillIn(openForm(page, "edit-part"), typed));
		expect([again.status, await sectionsOf()], "nothing is said to be saved").toEqual([409, left]);
		const heard = await browser.get(at);
		expect([heard.status, textOf(await heard.text())]).toEqual([
			404,
			expect.stringContaining("was removed meanwhile. What you typed"),
		]);
		await send(editor(), "editor", { do: "undo" }, other);
		const back = await browser.post(at, fillIn(openForm(page, "edit-part"), typed));
		const now = await back.text();
		expect([back.status, textOf(now)]).toEqual([409, expect.stringContaining("Saved by somebody else")]);
		expect((await browser.post(at, openForm(now, "edit-part"))).status).toBe(302);
		for (const one of Object.values(typed)) expect(JSON.stringify(await sectionsOf())).toContain(one);
	},
);

test("finds a field that was moved to another section meanwhile", async () => {
	const at = `${editor()}/sections/about/fields/reason`;
	await press("move-field later about reason");
	const form = openForm(await pageOf(at), "edit-part");
	expect(form.get("label")).toBe("reason");
	expect((await browser.post(at, fillIn(form, { label: "Why" }))).status).toBe(302);
	expect((await sectionsOf())[1]?.rows[0]?.cols[0]?.props.label).toBe("Why");
});

test("refuses to put a field on the line before it where there is none, or no room", async () => {
	const first = await send(`${editor()}/sections/about/fields/post`, "edit-part", { isBeside: "on", help: "A hint." });
	const page = await first.text();
	expect([first.status, errorsOf(page, "isBeside")]).toEqual([422, "There is no field before it in the section."]);
	expect(Object.fromEntries(openForm(page, "edit-part"))).toMatchObject({ isBeside: "on", help: "A hint." });
	const add = (label: string) =>
		send(`${editor()}/sections/about/fields/_new`, "edit-part", { label, type: "text", isBeside: "on" });
	for (const label of ["One", "Two"]) expect((await add(label)).status).toBe(302);
	const fourth = await add("Three");
	expect([fourth.status, errorsOf(await fourth.text(), "isBeside")]).toEqual([422, "The line before it is full."]);
	const lines = (await sectionsOf())[0]?.rows.map(({ cols }) => cols.map(({ fieldId }) => fieldId));
	expect(lines).toEqual([["post"], ["reason", "one", "two"]]);
});

const saved = new Set<string>();
test.each([
	...starterIds.map((id) => [`the starter ${id}`, layoutOfStarter(id)] as const),
	...demoForms.map((form) => [`the demo's form ${form}`, layoutOf(form)] as const),
])(
	"saves each field and section of %s as its dialog shows it",
	async (_, design) => {
		const used = await createApplication(organisationId, { title: "Another", layout: design });
		const form = at(`forms/${used.formDesignId}`);
		const before = await sectionsOf(form);
		const dialogs = before.flatMap((section) => {
			const path = `${form}/sections/${section.id}`;
			const fields = section.rows.flatMap(({ cols, repeatable }) =>
				cols.map(
					(col, index) => [`${path}/fields/${col.fieldId}`, JSON.stringify([col, index > 0, repeatable])] as const,
				),
			);
			return [[path, JSON.stringify({ ...section, rows: [] })] as const, ...fields];
		});
		for (const [path, what] of dialogs) {
			// why: the designs share most of their fields.
			if (saved.has(what)) continue;
			saved.add(what);
			expect((await send(path, "edit-part", {})).status, path).toBe(302);
		}
		expect(await sectionsOf(form)).toEqual(before);
		expect(textOf(await pageOf(form)), "not even a draft began").not.toContain("The draft has");
	},
	60_000,
);

test("sets, shows and removes a condition, and refuses one without an answer", async () => {
	const at = `${editor()}/sections/about/fields/reason/condition`;
	const chosen = await send(at, "edit-part", { of: "post" });
	const dialog = chosen.headers.get("location") ?? "";
	const empty = await send(dialog, "edit-part", { is: "one-of" });
	expect([empty.status, textOf(await empty.text())]).toEqual([
		422,
		expect.stringContaining("Choose at least one answer"),
	]);
	const shown = await goOn(dialog, "edit-part", { is: "one-of", values: "teacher" });
	expect(shown).toContain("Asked for only when “post” is Teacher");
	const showWhen = { fieldId: "post", is: "one-of", values: ["teacher"] };
	expect((await sectionsOf())[0]?.rows[1]?.cols[0]).toMatchObject({ showWhen });
	expect(await goOn(at, "edit-part", { do: "remove" })).toContain("“reason” is always asked for");
	expect(await sectionsOf()).toEqual(layout.sections);
});

test("discards a draft and brings it back, undoes and repeats, and restores a version as the draft", async () => {
	await press("remove-section schools");
	expect(await press("undo")).toContain("The last change was undone");
	expect(await titlesOf()).toEqual(["About you", "Schools"]);
	expect(await press("redo")).toContain("The change was made again");
	expect(await press("discard")).toContain("The draft was discarded. Undo brings it back.");
	expect(await titlesOf()).toEqual(["About you", "Schools"]);
	await press("undo");
	expect(await titlesOf()).toEqual(["About you"]);
	expect(textOf(await pageOf(`${editor()}/publish`))).toContain("What changes Section “Schools” was removed");
	expect(await goOn(`${editor()}/publish`, "confirm")).toContain("Version 2 of “Undergraduate form” was published");
	const versions = await pageOf(`${editor()}/versions`);
	const changes = textOf(await pageOf(linkOf(versions, "Changes of version 2") ?? ""));
	expect(changes).toMatch(/Version 2, published.*Section “Schools” was removed.*Version 1/);
	expect(await goOn(`${editor()}/versions`, "restore-1")).toContain("Version 1 is now the draft.");
	expect(await titlesOf()).toEqual(["About you", "Schools"]);
	expect(textOf(await pageOf(editor()))).toContain("Applicants fill in version 2 until it is published.");
});

const isCurrent = (page: string, label: string) =>
	new RegExp(`aria-current="true"[^>]*>${label}<`).test(page.slice(page.indexOf('aria-label="Width"')));

test.each([
	["360", "Phone 360 px"],
	["1440", "Desktop 1440 px"],
])("shows the wizard at %s px in a frame, whose width and section are in the address", async (width, label) => {
	const preview = `${editor()}/preview`;
	const opened = await pageOf(`${preview}?step=schools`);
	expect([isCurrent(opened, "This window"), tagsOf(opened, "iframe")]).toEqual([true, []]);
	const here = linkOf(opened, label) ?? "";
	expect(here).toBe(`${preview}?width=${width}&step=schools`);

	const page = await browser.get(here);
	expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
	const around = await page.text();
	expect(isCurrent(around, label)).toBe(true);
	expect(linkOf(around, "As staff")).toBe(`${preview}?as=staff&width=${width}`);
	expect(linkOf(await pageOf(`${preview}?as=staff&width=${width}`), "As applicant")).toBe(`${preview}?width=${width}`);
	const [frame = ""] = tagsOf(around, "iframe");
	expect(frame).toContain(`style="width:${width}px"`);
	const src = attribute(frame, "src")?.replace("#open-section", "") ?? "";

	const framed = await browser.get(src);
	expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
	const wizard = await framed.text();
	expect(textOf(wizard)).toMatch(/Undergraduate form 1\. About you 2\. Schools Schools school Check answers/);
	const [step = ""] = tagsOf(wizard, "a").filter((tag) => tag.includes("step=about"));
	expect(attribute(step, "href")).toBe(`${preview}?width=${width}&step=about#wizard`);
	expect(attribute(step, "target"), "the page around it follows").toBe("_parent");
	const answered = await browser.post(src, { csrf: csrfOf(wizard) });
	expect(answered.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
	expect(textOf(await answered.text())).toContain("Every answer is right.");
});

test("shows the wizard in the page at a width that is not offered", async () => {
	const page = await pageOf(`${editor()}/preview?width=20`);
	expect([isCurrent(page, "This window"), tagsOf(page, "iframe")]).toEqual([true, []]);
	expect(textOf(page)).toContain("Check answers");
});

test("shows as staff what each of two kinds of referees answers who are asked the same", async () => {
	const made = await send(at("forms/new"), "new-form", { title: "Master", beginning: "starter-postgraduate" });
	const page = textOf(await pageOf(`${made.headers.get("location")}/preview?as=staff`));
	const reports = page.split(/(?:Academic|Professional) referee.s report/).slice(-2);
	expect(reports.map((report) => report.includes("Lecturer"))).toEqual([true, true]);
});

test("copies a form, changes its title, tells its history, and deletes one that nobody uses", async () => {
	const copying = linkOf(await pageOf(editor()), "Copy") ?? "";
	const page = await pageOf(copying);
	expect(optionsOf(page, "beginning")).toContain("Copy of “Undergraduate form”");
	const created = await send(copying, "new-form", { title: "Diploma" });
	const copy = created.headers.get("location") ?? "";
	expect(await sectionsOf(copy)).toEqual(layout.sections);
	expect(await goOn(`${copy}/settings`, "record", { title: "Certificate" })).toContain("“Certificate” was saved");
	expect(textOf(await pageOf(`${copy}/history`))).toMatch(/changed it.*before: Diploma.*now: Certificate.*created it/);
	const used = await send(`${editor()}/delete`, "delete-record", {});
	expect([used.status, textOf(await used.text())]).toEqual([
		409,
		expect.stringMatching(/Form is currently in use.*cannot be deleted: 1 application depends on it/),
	]);
	expect(await goOn(`${copy}/delete`, "delete-record")).not.toContain("Certificate Draft");
	expect((await browser.get(copy)).status).toBe(404);
});

test("offers the form that is copied as chosen, however many there are", async () => {
	const insert = (index: number) =>
		testDb()
			.insert(formDesigns)
			.values({ organisationId, id: `form-${index}`, title: `A form ${index}`, createdAt: 1 });
	await testDb().batch([insert(0), ...Array.from({ length: 99 }, (_, index) => insert(index + 1))]);
	const copying = linkOf(await pageOf(editor()), "Copy") ?? "";
	expect(optionsOf(await pageOf(copying), "beginning").filter((one) => one.startsWith("Copy"))).toHaveLength(101);
	const created = await send(copying, "new-form", { title: "Diploma" });
	expect(await sectionsOf(created.headers.get("location") ?? "")).toEqual(layout.sections);
});
