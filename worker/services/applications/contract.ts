import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize, QueryBoolean, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** why: whoever processes applicants must be able to choose the application. */
const readers = anyOf("application", "candidate");

export const ApplicationRow = v.object({
	id: v.string(),
	title: v.string(),
	active: v.boolean(),
	status: v.picklist(["upcoming", "open", "closed"]),
	startsAt: v.nullable(v.number()),
	endsAt: v.nullable(v.number()),
	applicants: v.number(),
	applicationGroupItems: v.array(v.object({ name: v.string(), groupId: v.string() })),
});
export type ApplicationRow = v.InferOutput<typeof ApplicationRow>;

const Step = v.object({ id: v.string(), name: v.string(), type: v.string() });

/** §3 Application. */
export const Application = v.object({
	...ApplicationRow.entries,
	formId: v.string(),
	courses: v.array(
		v.object({ course: v.object({ id: v.string(), code: v.string(), title: v.string() }), formId: v.string() }),
	),
	workflow: v.object({ id: v.string(), name: v.string(), steps: v.array(Step) }),
});
export type Application = v.InferOutput<typeof Application>;

export const listApplications = defineEndpoint({
	method: "GET",
	path: "/applications",
	summary: "Applications, newest first.",
	section: "§7 Applications",
	access: readers,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(ApplicationRow),
	problems: [],
});

const Day = v.pipe(v.string(), v.isoDate("The date must be YYYY-MM-DD."));

export const searchApplications = defineEndpoint({
	method: "GET",
	path: "/applications/search",
	summary: "Applications whose title contains every typed word.",
	section: "§7 Applications",
	// why: whoever keeps lists of candidates says which application they are for.
	access: [...readers, ...anyOf("candigroup")],
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(),
		keyword: v.optional(Keyword, ""),
		groupItemId: v.optional(Id),
		active: v.optional(QueryBoolean),
		status: v.optional(v.picklist(["upcoming", "open", "closed"], "The status must be upcoming, open or closed.")),
		startDate: v.optional(Day),
		endDate: v.optional(Day),
	}),
	aliases: { pageSize: "size" },
	response: PageOf(ApplicationRow),
	problems: [],
});

export const defaultApplication = defineEndpoint({
	method: "GET",
	path: "/applications/default",
	summary: "The application that lists show unless another is chosen: the open one with the most applicants.",
	section: "§7 Applications",
	access: readers,
	response: ApplicationRow,
	problems: ["application_unavailable"],
});

export const getApplication = defineEndpoint({
	method: "GET",
	path: "/applications/:id",
	summary: "One application with its courses and workflow.",
	section: "§7 Applications",
	access: readers,
	params: IdParams,
	response: Application,
	problems: ["application_unavailable"],
});

export const listApplicationForms = defineEndpoint({
	method: "GET",
	path: "/applications/forms",
	summary: "Form designs an application can use.",
	section: "§7 Applications",
	access: anyOf("application", "forms"),
	query: ShortListQuery,
	response: PageOf(v.object({ id: v.string(), title: v.string(), active: v.boolean() })),
	problems: [],
});

export const listApplicationAdminLevelItems = defineEndpoint({
	method: "GET",
	path: "/applications/:id/admin-level-items",
	summary: "Faculties and departments that the application's courses belong to.",
	section: "§7 Applications",
	access: readers,
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(
		v.object({
			id: v.string(),
			name: v.string(),
			parentItemId: v.nullable(v.string()),
			level: v.object({ id: v.string(), name: v.string(), order: v.number() }),
		}),
	),
	problems: ["application_unavailable"],
});
