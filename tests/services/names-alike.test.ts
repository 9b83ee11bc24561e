import { beforeAll, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { keyedColumns, spellings, wrongKeys } from "#tests/support/name-keys";
import { criterionOf } from "#worker/contract/criteria/criteria";

type Body = Record<string, unknown>;

/** What has a name of its own beside the records of `records.test.ts`. */
interface Named {
	path: string;
	/** A valid body; those with other names are different. */
	body(name: string): Body;
	code: string;
	/** The field with the name, which the refusal stands beside; left out where it has no field. */
	field?: "name" | "text" | "title";
	/** How it is renamed; left out for what keeps its name. */
	change?: "PUT" | "PATCH";
	/** What a change says besides, and what it leaves out. */
	changed?: Body;
	/** The parameter of the list's search. */
	search?: string;
	isRestored?: boolean;
}

const filters = () => ({ filters: { applicationId: staff.application.id } });

const named: Record<string, Named> = {
	"an application": {
		path: "/applications",
		body: (title) => ({
			title,
			active: true,
			startsAt: null,
			endsAt: null,
			numberFormat: "{SHORT}/{YY}/####",
			formId: staff.application.formDesignId,
			workflowId: staff.application.workflowId,
			courses: [{ courseId: staff.application.courses[0]?.id, formId: null }],
			groupItemIds: [],
			introduction: "",
			confirmation: "",
		}),
		code: "application_exists",
		field: "title",
		change: "PUT",
		search: "keyword",
		isRestored: true,
	},
	"a template": {
		path: "/templates",
		body: (name) => ({ type: "email", name, subject: "Hello", content: "<p>Hello</p>", active: true }),
		code: "template_exists",
		field: "name",
		change: "PUT",
		search: "type=email&name",
		isRestored: true,
	},
	"a role": {
		path: "/ums/roles",
		body: (name) => ({ name, privileges: ["candidate:r"] }),
		code: "role_exists",
		change: "PUT",
		search: "keyword",
		isRestored: true,
	},
	"a reason": {
		path: "/reasons",
		body: (text) => ({ text, isPrivate: false }),
		code: "reason_exists",
		field: "text",
		change: "PUT",
		changed: { active: true },
	},
	"a webhook": {
		path: "/webhooks",
		body: (name) => ({ name, url: "https://hooks.example/here", events: ["applicants.stage_changed"] }),
		code: "webhook_exists",
		field: "name",
		change: "PUT",
		changed: { active: true },
		search: "keyword",
	},
	"an API key": {
		path: "/api-keys",
		body: (name) => ({ name, privileges: ["candidate:r"] }),
		code: "api_key_exists",
		field: "name",
		search: "keyword",
	},
	"a view of applicants": {
		path: "/candidate-views",
		body: (name) => ({ name, isShared: false, isPinned: false, ...filters() }),
		code: "view_exists",
		field: "name",
		change: "PATCH",
	},
	"a view of transactions": {
		path: "/payment-views",
		body: (name) => ({ name, isShared: false, filters: { status: "PENDING" } }),
		code: "view_exists",
		field: "name",
		change: "PATCH",
	},
	"a set of criteria": {
		path: "/candidate-criteria",
		body: (name) => ({ name, isShared: false, criteria: [criterionOf({ about: "gender", value: "F" })] }),
		code: "view_exists",
		field: "name",
		change: "PATCH",
	},
};

interface Answer {
	id: string;
	code?: string;
	fields?: Record<string, string[]>;
	data: { id: string; action?: string }[];
}

let staff: ServicesFixture;
beforeAll(async () => {
	staff = await openServicesFixture({ courseCount: 1 });
});

test.each(Object.entries(named))("%s is refused a name that another has in any case", async (_, of) => {
	const { path, code, field, change, search } = of;
	const { name, inCapitals, decomposed } = spellings;
	const refuse = async (method: string, address: string, body: Body) => {
		const refused = await staff.send<Answer>(method, address, body);
		expect([refused.status, refused.body.code]).toEqual([409, code]);
		if (field) expect(refused.body.fields?.[field]).toHaveLength(1);
	};
	const add = async (called: string) => {
		const made = await staff.send<Answer>("POST", path, of.body(called));
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		return made.body.id;
	};
	const rename = async (id: string, to: string) => {
		const renamed = await staff.send<Answer>(change ?? "PUT", `${path}/${id}`, { ...of.body(to), ...of.changed });
		expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
	};
	const id = await add(name);
	const other = await add("Other");
	for (const alike of [inCapitals, decomposed]) {
		await refuse("POST", path, of.body(alike));
		if (change) await refuse(change, `${path}/${other}`, { ...of.body(alike), ...of.changed });
	}
	for (const word of search ? [name, inCapitals, decomposed, "ìlọ́fà"] : []) {
		const found = await staff.get<Answer>(`${path}?${search}=${encodeURIComponent(word)}`);
		expect(found.body.data, word).toMatchObject([{ id }]);
	}
	if (change) {
		for (const own of [inCapitals, decomposed, "Ascii"]) await rename(id, own);
		await rename(other, name);
	}
	if (of.isRestored) {
		const history = await staff.get<Answer>(`${path}/${id}/history`);
		for (const { id: changeId } of history.body.data.slice(1))
			await refuse("POST", `${path}/${id}/restore`, { changeId });
	}
	expect(await wrongKeys()).toEqual([]);
	const ours = staff;
	staff = await openServicesFixture({ courseCount: 1 });
	await add(inCapitals);
	staff = ours;
});

test("every table with a key of a name is one of those that are tested", async () => {
	expect((await keyedColumns()).map(({ table, column }) => `${table}.${column}`)).toEqual([
		"add_ons.name",
		"admin_level_items.name",
		"api_keys.name",
		"application_group_items.name",
		"application_groups.name",
		"applications.title",
		"coupons.name",
		"courses.code",
		"courses.title",
		"form_designs.title",
		"locations.name",
		"ranking_schemes.name",
		"reasons.text",
		"reminders.name",
		"report_schedules.name",
		"retention_rules.name",
		"roles.name",
		"saved_views.name",
		"templates.name",
		"webhooks.name",
		"workflows.name",
	]);
});

test("a form, a copy of it and a course are found by their titles in any case", async () => {
	const { name, inCapitals } = spellings;
	const found = async (path: string) => {
		const { body } = await staff.get<{ data: { id: string }[] }>(`${path}=${encodeURIComponent("ìlọ́fà")}`);
		return body.data.map(({ id }) => id).sort();
	};
	const add = async (path: string, body: Body) => (await staff.send<Answer>("POST", path, body)).body.id;
	const form = await add("/designs", { title: inCapitals });
	const copy = await add(`/designs/${form}/copy`, { title: name });
	expect(await found("/designs?name")).toEqual([form, copy].sort());
	const course = await add("/courses", { code: "ÌLỌ́", title: inCapitals });
	expect(await found("/courses?search"), "by its title").toEqual([course]);
	expect((await staff.get<Answer>(`/courses?search=${encodeURIComponent("ìlọ́ oke")}`)).body.data).toHaveLength(1);
	expect(await wrongKeys()).toEqual([]);
});

test("two levels, and two stages of a workflow, are not called alike in any case", async () => {
	for (const alike of [spellings.inCapitals, spellings.decomposed]) {
		const called = [{ name: spellings.name }, { name: alike }];
		const levels = await staff.send<Answer>("PUT", "/administration-levels", { levels: called });
		expect([levels.status, levels.body.code]).toEqual([409, "level_exists"]);
		const steps = called.map((step) => ({ ...step, type: "IN_REVIEW" }));
		const workflow = await staff.send<Answer>("POST", "/workflow", { name: "Admission of all", steps });
		expect([workflow.status, JSON.stringify(workflow.body.fields)]).toEqual([
			422,
			expect.stringContaining("Two stages have the same name."),
		]);
	}
});

test("the file of a workflow names roles and stages in any case", async () => {
	const { id } = (await staff.send<Answer>("POST", "/ums/roles", { name: "Dean of Ọ̀yọ́", privileges: [] })).body;
	const steps = [
		{ name: "Apply", type: "REGISTRATION", nextSteps: ["ọ̀yọ́".normalize("NFD")] },
		{ name: "Ọ̀YỌ́", type: "IN_REVIEW", roles: ["DEAN OF Ọ̀YỌ́".normalize("NFD")] },
	];
	const file = { format: "matricula-workflow-1", name: "Brought here", steps };
	const made = await staff.send<{ steps: { id: string; nextStepIds: string[] | null; roles: { id: string }[] }[] }>(
		"POST",
		"/workflow/import",
		{ workflow: file },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const [apply, review] = made.body.steps;
	expect([apply?.nextStepIds, review?.roles]).toMatchObject([[review?.id], [{ id }]]);
});

test("lists are sorted by names in any case", async () => {
	const sorted = ["ìkà", "Ìlá", "ÌLỌ́", "ÌLỌ́ KEJÌ", "ìlọ́ kẹta"];
	for (const name of [...sorted].reverse()) await staff.send("POST", "/locations", { name });
	const search = `size=100&name=${encodeURIComponent("ì")}`;
	const { body } = await staff.get<{ data: { name: string }[] }>(`/locations?${search}`);
	expect(body.data.map(({ name }) => name)).toEqual(sorted);
});
