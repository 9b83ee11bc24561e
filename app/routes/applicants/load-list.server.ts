import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Later } from "#app/api/later.server";
import { orThrow } from "#app/api/problem-response";
import { readAll } from "#app/api/read-all";
import { findDefaultApplication } from "#app/list/find-default-application.server";
import type { ListAddress } from "#app/list/list-address";
import { filterOf } from "#worker/contract/applicant-filter";
import { type ListColumn, usualColumns } from "#worker/contract/list-columns";
import { listAdminLevels } from "#worker/services/admin-levels/contract";
import { countNeeds, countStages, type ListedApplicant, listApplicants } from "#worker/services/applicants/contract";
import { getApplication, listApplicationAdminLevelItems } from "#worker/services/applications/contract";
import { listLocations } from "#worker/services/locations/contract";
import { getPreferences } from "#worker/services/users/contract";

/** Loads the list, without the filters' choices. Throws when it cannot be shown. */
export const loadList = async ({ api }: AppLoadContext, wanted: ListAddress, later: Later) => {
	const standard = wanted.applicationId === undefined ? await findDefaultApplication(api) : undefined;
	const id = wanted.applicationId ?? standard?.id;
	// why: an institution without applications has an empty page, not an error.
	if (id === undefined) return undefined;
	const address = { ...wanted, applicationId: id };
	const { administrationLevelItemIds = [], courseIds = [], locationIds = [] } = address;
	const params = { id };
	const needs = later.ask(() => api.call(countNeeds, { query: { applicationId: id } }));
	const [application, levels, items, counted, applicants, preferences, locations] = await Promise.all([
		// why not always: only the names of courses need the whole application.
		courseIds.length > 0 ? api.call(getApplication, { params }).then(orThrow) : undefined,
		api.call(listAdminLevels, {}),
		administrationLevelItemIds.length > 0 ? api.call(listApplicationAdminLevelItems, { params }) : undefined,
		api.call(countStages, {
			query: { ...filterOf({ ...address, stage: undefined, sort: undefined }), applicationId: id },
		}),
		api.call(listApplicants, {
			query: {
				...filterOf(address),
				page: String(address.page),
				size: String(address.size),
				after: address.after,
				before: address.before,
			},
		}),
		// why here: the frame asks the same, and the two are one statement.
		api.call(getPreferences, {}),
		locationIds.length > 0 ? readAll((query) => api.call(listLocations, { query })) : undefined,
	]);
	const { title, ...stages } = orThrow(counted);
	const columns = (preferences.ok && preferences.value.listColumns) || usualColumns;
	const knownItems = items?.ok ? items.value.data : [];
	const list = {
		address,
		columns,
		application: { id, title },
		// why: the list is useful without the filters' names.
		levels: levels.ok ? levels.value.data.map((level) => ({ id: level.id, name: level.name })) : [],
		chosen: {
			items: knownItems
				.filter((item) => administrationLevelItemIds.includes(item.id))
				.map((item) => ({ id: item.id, name: item.name, level: item.level.name })),
			courses: (application?.courses ?? [])
				.filter(({ course }) => courseIds.includes(course.id))
				.map(({ course }) => ({ id: course.id, code: course.code })),
			locations: Object.fromEntries(
				(locations?.ok ? locations.value : [])
					.filter(({ id }) => locationIds.includes(id))
					.map(({ id, name }) => [id, name]),
			),
		},
		stages,
		// why: when the rows fail, the picker and the tabs are still useful.
		applicants: applicants.ok
			? {
					ok: true as const,
					value: { ...applicants.value, data: applicants.value.data.map((row) => toShown(row, columns)) },
				}
			: applicants,
	};
	return { list, needs };
};

/** Returns the part of an applicant that a row shows, to keep the page small. */
const toShown = (row: ListedApplicant, columns: readonly ListColumn[]) => {
	const { id, firstName, middleName, lastName, accountEmail, applicationNumber, stageChangedAt, updatedAt } = row;
	return {
		id,
		firstName,
		middleName,
		lastName,
		accountEmail,
		applicationNumber,
		stage: { type: row.stage.type, name: row.stage.name },
		course: `${row.course.code} · ${row.course.title}`,
		stageChangedAt,
		updatedAt,
		isUnread: row.isUnread,
		...chosenFacts(row, columns),
	};
};

/** Returns the values of the columns that only those rows have whose user chose them. */
const chosenFacts = (row: ListedApplicant, columns: readonly ListColumn[]) => {
	const has = (column: ListColumn) => columns.includes(column);
	return {
		...(has("score") && { score: row.score }),
		...(has("state") && { state: row.state }),
		...(has("gender") && { gender: row.gender }),
		...(has("birthDate") && { birthDate: row.birthDate }),
		...(has("phone") && { phone: row.phone }),
		...(has("location") && { location: row.location?.name }),
		...(has("references") && { references: [row.referencesReceived, row.referencesAsked] }),
		...(has("paid") && { isPaid: row.paidAt !== null }),
		...(has("submitted") && { submittedAt: row.submittedAt }),
		...(has("registered") && { regDate: row.regDate }),
	};
};
export type ShownApplicant = ReturnType<typeof toShown>;

export type LoadedList = NonNullable<Awaited<ReturnType<typeof loadList>>>["list"];
