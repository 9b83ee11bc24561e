import * as v from "valibot";
import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { readAll } from "#app/api/read-all";
import type { LoadChoices } from "#app/records/load-records.server";
import { countCourses, namesOfCourses } from "#app/routes/applications/find-courses.server";
import { groupItemRecord } from "#worker/services/application-groups/contract";
import { listApplicationForms } from "#worker/services/applications/contract";
import { listWorkflows } from "#worker/services/workflows/contract";

interface Api {
	call: ApiCall;
}

/** Reads the items of groups that an application can carry, each with its group. */
export const groupItemChoices = async ({ call }: Api) => {
	const items = orThrow(await readAll((asked) => call(groupItemRecord.list, { query: { ...asked, sort: "group" } })));
	return items.map(({ id, name, enabled, group }) => ({
		value: id,
		label: name,
		hint: group.name,
		disabled: !enabled,
	}));
};

/** Reads what an application can be made of: courses, forms, workflows and group items. */
export const applicationChoices = async (api: Api) => {
	const [courseTotal, forms, workflows, groupItemIds] = await Promise.all([
		countCourses(api),
		api.call(listApplicationForms, {}).then(orThrow),
		readAll((query) => api.call(listWorkflows, { query })).then(orThrow),
		groupItemChoices(api),
	]);
	return {
		courseTotal,
		formId: forms.data.map(({ id, title, active }) => ({ value: id, label: title, disabled: !active })),
		workflowId: workflows.map(({ id, name }) => ({ value: id, label: name })),
		groupItemIds,
	};
};
export type ApplicationChoices = Awaited<ReturnType<typeof applicationChoices>>;

/** Reads the same for the history, with the names of the courses in its changes; it names the form of a course too. */
export const historyChoices: LoadChoices = async (api, changes = []) => {
	const ids = changes.flatMap(({ before, after }) => [...courseIdsIn(before), ...courseIdsIn(after)]);
	const [{ courseTotal: _, ...choices }, names] = await Promise.all([
		applicationChoices(api),
		namesOfCourses(api, ids),
	]);
	const forms = choices.formId.map(({ value, label }) => ({ value: `form ${value}`, label }));
	return { ...choices, courses: [...names, ...forms] };
};

const WithCourses = v.object({ courses: v.array(v.object({ courseId: v.string() })) });

const courseIdsIn = (state: unknown): string[] => {
	const read = v.safeParse(WithCourses, state);
	return read.success ? read.output.courses.map(({ courseId }) => courseId) : [];
};
